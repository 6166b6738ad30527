"""The live game: shared tables, their journal and the routes devices call."""
