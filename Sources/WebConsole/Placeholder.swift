// Replaced when the target is filled.
