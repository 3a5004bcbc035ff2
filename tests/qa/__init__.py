"""Long measurements and stress, each with a short run among the tests: ``make qa`` lists them."""
