"""Places, suggestions and routes as the browser reads them."""

from haulage.kernel.geo import Point
from haulage.kernel.services import ServiceType
from haulage.ports.maps.places import AddressComponents, Location, Precision, Suggestion
from haulage.ports.maps.routes import Route, Step
from haulage.service_area import ServiceArea
from haulage_adapters.wire.common import Out
from haulage_adapters.wire.route_wording import distance_text, duration_text


class StructuredFormattingOut(Out):
    main_text: str
    secondary_text: str


class SuggestionOut(Out):
    """A line to choose while typing (MAP-02); its place id finds the location."""

    place_id: str
    description: str
    main_text: str
    secondary_text: str
    types: list[str]
    structured_formatting: StructuredFormattingOut
    precision: Precision

    @classmethod
    def of(cls, suggestion: Suggestion) -> "SuggestionOut":
        main, secondary = suggestion.main_text, suggestion.secondary_text
        formatting = StructuredFormattingOut(main, secondary)
        return cls(
            suggestion.place_id,
            suggestion.description,
            main,
            secondary,
            list(suggestion.types),
            formatting,
            suggestion.precision,
        )


class AddressComponentsOut(Out):
    """The parts of an address; null where the engine does not know one."""

    street_number: str | None
    route: str | None
    neighborhood: str | None
    borough: str | None
    locality: str | None
    administrative_area_level1: str | None
    postal_code: str | None
    country: str

    @classmethod
    def of(cls, components: AddressComponents) -> "AddressComponentsOut":
        return cls.from_attributes(components)


class LocationOut(Out):
    """A place (MAP-01). An approximate one is no known house number: its precision says what it is.

    ``outside`` says why no trip can begin or end here; it is null where one can.
    """

    lat: float
    lng: float
    address: str
    formatted_address: str
    place_id: str
    address_components: AddressComponentsOut
    types: list[str]
    approximate: bool
    precision: Precision
    outside: str | None

    @classmethod
    def of(cls, location: Location) -> "LocationOut":
        return cls(
            location.place.point.lat,
            location.place.point.lng,
            location.place.address,
            location.formatted_address,
            location.place_id,
            AddressComponentsOut.of(location.components),
            list(location.types),
            location.approximate,
            location.precision,
            location.outside,
        )


class BoundsOut(Out):
    """The most that one order of a service may weigh, and its longest trip by road."""

    service_type: ServiceType
    max_pounds: int
    max_miles: int


class ServiceAreaOut(Out):
    """Where trips may begin and end. ``name`` completes "We serve ... for now."."""

    name: str
    zones: list[str]
    bounds: list[BoundsOut]

    @classmethod
    def of(cls, area: ServiceArea) -> "ServiceAreaOut":
        bounds = [BoundsOut(service, of.max_pounds, of.max_miles) for service, of in area.bounds.items()]
        return cls(area.name, [zone.name for zone in area.zones], bounds)


class PointOut(Out):
    lat: float
    lng: float

    @classmethod
    def of(cls, point: Point) -> "PointOut":
        return cls(point.lat, point.lng)


class MeasureOut(Out):
    """A figure and how it is said: metres, or seconds."""

    text: str
    value: int


class StepOut(Out):
    instruction: str
    distance: MeasureOut
    duration: MeasureOut
    start: PointOut
    end: PointOut

    @classmethod
    def of(cls, step: Step) -> "StepOut":
        return cls(
            step.instruction,
            MeasureOut(distance_text(step.distance_meters), step.distance_meters),
            MeasureOut(duration_text(step.duration_seconds), step.duration_seconds),
            PointOut.of(step.start),
            PointOut.of(step.end),
        )


class RouteOut(Out):
    """A route by road (MAP-03). An approximate one follows no street: it is drawn dashed."""

    distance: MeasureOut
    duration: MeasureOut
    polyline: list[PointOut]
    steps: list[StepOut]
    engine: str
    approximate: bool
    name: str

    @classmethod
    def of(cls, route: Route) -> "RouteOut":
        return cls(
            MeasureOut(distance_text(route.distance_meters), route.distance_meters),
            MeasureOut(duration_text(route.duration_seconds), route.duration_seconds),
            [PointOut.of(point) for point in route.polyline],
            [StepOut.of(step) for step in route.steps],
            route.engine,
            route.approximate,
            route.name,
        )
