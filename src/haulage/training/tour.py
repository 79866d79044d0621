"""The tasks of the module platform-navigation: which control of the driver's console is the right one.

The options are the names of controls as they stand on the screen. The application shows the console with
sample data; what is pressed is the answer.
"""

from haulage.training.question import Question

CANNOT_PICK_UP, CANNOT_DELIVER = "Can\u2019t Pick Up", "Can\u2019t Deliver"

TOUR_TASKS = (
    Question(
        "go-online",
        "Your day begins and the van is ready. Let requests for right now come in.",
        ("Go Online", "Profile", "Tax Center"),
        0,
        "Only who is online is matched with jobs for now. Scheduled jobs reach you anytime.",
    ),
    Question(
        "accept",
        "A request comes in. The pickup is near and the pay suits you. Take the job.",
        ("Decline", "Accept"),
        1,
        "A request is yours for 30 seconds; of several drivers who accept, the first has it. Declining "
        "costs you nothing.",
    ),
    Question(
        "set-out",
        "You leave for the pickup now. Let the customer know.",
        ("Call Customer", "On My Way", "Release job", "Navigate"),
        1,
        "From here on the customer sees where you are, until the order ends and at no other time.",
    ),
    Question(
        "navigate",
        "You do not know the way to the pickup. Have your phone lead you.",
        ("On My Way", "Release job", "Navigate", "Call Customer"),
        2,
        "It opens the map application of your phone. Mount the phone before you drive.",
    ),
    Question(
        "confirm-pickup",
        "The bookcase is in the van, padded and strapped. What do you press?",
        ("Confirm Pickup", "Pause", CANNOT_PICK_UP, "Navigate"),
        0,
        "Arriving confirms nothing, because nothing is loaded then. You confirm, or leaving with the "
        "goods does.",
    ),
    Question(
        "pause",
        "You stop for your lunch break. Stop the clock of the delivery.",
        ("Complete delivery", CANNOT_DELIVER, "Pause", "Call Customer"),
        2,
        "Breaks do not count as time worked. Resume when you go on.",
    ),
    Question(
        "payout",
        "What does this job pay, line by line? Open it.",
        ("Arrivals recorded", "Estimated payout", "Navigate", "Pause"),
        1,
        "The fare before tax, what the platform keeps, and how your share is made up.",
    ),
    Question(
        "call",
        "The bell does not work. Reach the customer, who wants to be called.",
        (CANNOT_DELIVER, "Complete delivery", "Call Customer", "Pause"),
        2,
        "The button is there while the customer wants calls. Otherwise write a message.",
    ),
    Question(
        "complete",
        "Everything stands in the living room, and the customer has the PIN ready. End the delivery.",
        ("Complete delivery", "Pause", CANNOT_DELIVER, "Navigate"),
        0,
        "It asks for the proof: a signature or a photo, and the PIN of four digits where the customer "
        "chose one.",
    ),
    Question(
        "cannot",
        "Another job: you waited, called and wrote, and nobody opens. Say so.",
        ("Complete delivery", CANNOT_DELIVER, "Pause", "Call Customer"),
        1,
        "It asks for the reason and says what follows. Goods on board go back to the pickup; stay until"
        " your position shows that you were there.",
    ),
)
