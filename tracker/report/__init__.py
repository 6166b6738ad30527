"""Pictures and pages made of what was found."""
