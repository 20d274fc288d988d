"""The graph as the explorer shows it: links with their evidence, places in the drawings, files for the script."""
