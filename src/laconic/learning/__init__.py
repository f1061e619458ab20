"""Large-margin learning; knows numbers only, nothing of trees or words."""
