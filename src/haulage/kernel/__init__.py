"""Words that every capability shares: money, places, time of day, services, vehicles, policy."""
