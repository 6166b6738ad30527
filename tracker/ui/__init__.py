"""The Streamlit pages and the live board; the only room that imports streamlit."""
