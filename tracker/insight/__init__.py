"""What to make of the possible cells: simulation, referee, post-game measures."""
