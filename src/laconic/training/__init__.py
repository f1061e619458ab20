"""Training: pairs become examples, examples a problem for the learner, its weights a model."""
