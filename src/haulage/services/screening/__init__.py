"""Steps of background checks that several use cases share."""
