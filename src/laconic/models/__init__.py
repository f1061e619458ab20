"""What ships: trained models, each with a card on what it was made from and how good it is."""
