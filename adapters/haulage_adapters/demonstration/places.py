"""Places in the five boroughs that anybody can look up, with their coordinates."""

from haulage.kernel.geo import Place, Point

_ADDRESSES = (
    ("350 5th Ave, New York, NY 10118", 40.7484, -73.9857),
    ("89 E 42nd St, New York, NY 10017", 40.7527, -73.9772),
    ("175 5th Ave, New York, NY 10010", 40.7411, -73.9897),
    ("75 9th Ave, New York, NY 10011", 40.7424, -74.0060),
    ("828 Broadway, New York, NY 10003", 40.7333, -73.9908),
    ("205 E Houston St, New York, NY 10002", 40.7223, -73.9874),
    ("2960 Broadway, New York, NY 10027", 40.8076, -73.9633),
    ("253 W 125th St, New York, NY 10027", 40.8100, -73.9500),
    ("200 Central Park W, New York, NY 10024", 40.7813, -73.9740),
    ("1000 5th Ave, New York, NY 10028", 40.7794, -73.9632),
    ("99 Gansevoort St, New York, NY 10014", 40.7396, -74.0089),
    ("10 Lincoln Center Plaza, New York, NY 10023", 40.7725, -73.9835),
    ("200 Eastern Pkwy, Brooklyn, NY 11238", 40.6712, -73.9636),
    ("620 Atlantic Ave, Brooklyn, NY 11217", 40.6826, -73.9754),
    ("209 Joralemon St, Brooklyn, NY 11201", 40.6926, -73.9903),
    ("30 Lafayette Ave, Brooklyn, NY 11217", 40.6864, -73.9778),
    ("220 36th St, Brooklyn, NY 11232", 40.6559, -74.0073),
    ("1 Beard St, Brooklyn, NY 11231", 40.6718, -74.0113),
    ("178 Broadway, Brooklyn, NY 11211", 40.7099, -73.9626),
    ("79 N 11th St, Brooklyn, NY 11249", 40.7217, -73.9573),
    ("1310 Surf Ave, Brooklyn, NY 11224", 40.5753, -73.9815),
    ("5100 Kings Plaza, Brooklyn, NY 11234", 40.6099, -73.9203),
    ("22-25 Jackson Ave, Long Island City, NY 11101", 40.7454, -73.9473),
    ("36-01 35th Ave, Astoria, NY 11106", 40.7563, -73.9239),
    ("41 Seaver Way, Flushing, NY 11368", 40.7571, -73.8458),
    ("90-15 Queens Blvd, Elmhurst, NY 11373", 40.7344, -73.8697),
    ("120-55 Queens Blvd, Kew Gardens, NY 11424", 40.7136, -73.8287),
    ("89-11 Merrick Blvd, Jamaica, NY 11432", 40.7078, -73.7949),
    ("41-17 Main St, Flushing, NY 11355", 40.7581, -73.8289),
    ("1 E 161st St, Bronx, NY 10451", 40.8296, -73.9262),
    ("2300 Southern Blvd, Bronx, NY 10460", 40.8506, -73.8770),
    ("2344 Arthur Ave, Bronx, NY 10458", 40.8545, -73.8886),
    ("200 Baychester Ave, Bronx, NY 10475", 40.8657, -73.8290),
    ("10 Richmond Ter, Staten Island, NY 10301", 40.6426, -74.0763),
    ("1000 Richmond Ter, Staten Island, NY 10301", 40.6436, -74.1025),
    ("2655 Richmond Ave, Staten Island, NY 10314", 40.5810, -74.1659),
)

PLACES = tuple(Place(Point(lat, lng), address) for address, lat, lng in _ADDRESSES)
"""In the order of the boroughs: Manhattan, Brooklyn, Queens, the Bronx, Staten Island."""
