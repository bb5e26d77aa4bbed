"""How the pictures of the documentation are drawn, with the figures, limits and poses they show."""
