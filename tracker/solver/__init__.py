"""What the announcements imply: the exact set of hypotheses and its weights."""
