"""What the table says: cells, maps, announcements and records, with no inference."""
