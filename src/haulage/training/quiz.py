"""The questions of the module safety-quiz: three of these are asked in an attempt (ONB-51)."""

from haulage.training.question import Question

QUIZ_QUESTIONS = (
    Question(
        "lift",
        "You lift a 45-pound box from the floor. What keeps your back safe?",
        (
            "Bend at the waist and pull fast",
            "Bend hips and knees, hold it close and rise with your legs",
            "Hold it at arm's length, so that you see your feet",
            "Turn your upper body while you lift",
        ),
        1,
        "Legs are stronger than a back. Close to the body a load weighs least on the spine, and turning"
        " is done with the feet.",
    ),
    Question(
        "too-heavy",
        "A dresser is heavier than you thought, and nobody helps you. What do you do?",
        (
            "Walk it down the stairs corner by corner",
            "Ask the customer to take the heavy end",
            "Take out the drawers and use a dolly; if that is not enough, do not carry it",
            "Tip it over and slide it on its top",
        ),
        2,
        "Make it lighter, roll it, and leave it where it is rather than hurt somebody. A customer is no"
        " helper: whoever is hurt while carrying for you is hurt on your job.",
    ),
    Question(
        "stairs",
        "Two of you carry a sofa down a staircase. Who walks where?",
        (
            "The stronger one below, both facing the load, the one above sets the pace",
            "Both side by side",
            "The stronger one above, so that nothing slips",
            "It does not matter as long as you are quick",
        ),
        0,
        "Most of the weight hangs on the lower end. The one above sees the steps and says each of them "
        "aloud.",
    ),
    Question(
        "load-order",
        "In which order do you load a van?",
        (
            "Light boxes first, the heavy dresser last at the doors",
            "As it comes out of the apartment",
            "Heavy things first, low and against the bulkhead, fragile things last and on top",
            "All on one side, so that a path stays free",
        ),
        2,
        "Weight low and forward keeps the van stable when you brake. What is loaded last is unloaded first.",
    ),
    Question(
        "straps",
        "How strong must the straps that hold a 600-pound load be together?",
        (
            "Any strap is strong enough",
            "A working load limit of at least 300 pounds, half of the load",
            "100 pounds, because the walls hold the rest",
            "Straps are only for open trucks",
        ),
        1,
        "Federal rules for cargo ask for a total working load limit of at least half the weight of the "
        "load (49 CFR 393.106). The limit is printed on the strap; a cut or knotted strap has none.",
    ),
    Question(
        "following",
        "Your van is loaded to its limit. What changes on the road?",
        (
            "Nothing, brakes are made for it",
            "It stops sooner, because it presses on the road",
            "Only the fuel it takes",
            "It needs a longer way to stop: brake earlier and leave more room",
        ),
        3,
        "A loaded van takes noticeably longer to stop and leans more in curves. Harsh braking also "
        "moves what is behind you.",
    ),
    Question(
        "phone",
        "A message about the order comes in while you drive. What do you do?",
        (
            "Read it at the next red light",
            "Answer it with one hand",
            "Leave it until you are parked",
            "Hold the phone in front of the windshield",
        ),
        2,
        "A red light is traffic. New York fines a phone in the hand, and the customer sees on the map "
        "where you are anyway.",
    ),
    Question(
        "fatigue",
        "It is your tenth hour today, you yawn, and a well-paid request comes in. What is right?",
        (
            "Take it with an open window",
            "Decline, go offline and rest",
            "Take it and drive slowly",
            "Coffee, then take it",
        ),
        1,
        "Only sleep helps against being tired. Nothing happens to you for declining a request or going "
        "offline.",
    ),
    Question(
        "parkway",
        "Your route would be shorter over the Belt Parkway. You drive a commercial van. What applies?",
        (
            "Parkways are closed to commercial vehicles; some bridges there are lower than 8 feet",
            "Parkways are fine on weekends",
            "Parkways are fine when the van is empty",
            "Only buses are kept out",
        ),
        0,
        "New York's parkways are for passenger cars. Use a route for trucks and mind every sign for height.",
    ),
    Question(
        "hydrant",
        "There is room in front of a fire hydrant, right at the customer's door. May you unload there?",
        (
            "Yes, with hazard lights",
            "Yes, for five minutes",
            "Yes, while somebody stays at the wheel of a commercial van",
            "No: keep 15 feet away from it",
        ),
        3,
        "In New York City nobody unloads within 15 feet of a hydrant. Look for a loading zone, and ask "
        "the customer about one before you set out.",
    ),
    Question(
        "unsafe",
        "A man at the pickup shouts at you and stands in your way. What comes first?",
        (
            "Your safety: leave, call 911 if you are threatened, and report the job as not safe",
            "The items: load them quickly",
            "Argue until he calms down",
            "Film him from close by",
        ),
        0,
        "No load is worth a fight. 'It is not safe' is a reason in the console, and it costs neither "
        "you nor the customer anything.",
    ),
    Question(
        "pin",
        "The customer chose a PIN, and their neighbor wants to take the delivery without it. What do you do?",
        (
            "Hand it over and complete the delivery",
            "Try four digits until one fits",
            "Ask for the PIN; only with it does the delivery end",
            "Write the neighbor's name instead",
        ),
        2,
        "The PIN of four digits is how the customer knows that the right person has it. Ask them for it"
        " by message or call; after five wrong ones they need a new one.",
    ),
    Question(
        "damage",
        "A lamp breaks while you carry it. What do you do?",
        (
            "Put it into a box, nobody will look",
            "Show it to the customer, take a photo and report it at once",
            "Pay them cash, so that nobody hears of it",
            "Say that it was broken before",
        ),
        1,
        "Things break. Whoever says so at once with a photo is believed; a claim comes in any case, and"
        " your side of it is asked for too.",
    ),
    Question(
        "hazard",
        "Among the boxes is a full propane bottle. What do you do?",
        (
            "Load it last, upright",
            "Wrap it in a blanket",
            "Put it beside you in the cab",
            "Leave it there and tell the customer why",
        ),
        3,
        "Gas, fuel, paint thinner, fireworks and the like are not moved with household goods. Say so "
        "kindly, and load the rest.",
    ),
    Question(
        "cash",
        "A customer offers you cash to move two more rooms that are not in the order. What do you answer?",
        (
            "Yes, but only at night",
            "No: what is moved is booked and paid in the app, so that it is priced and covered",
            "Yes, if it is more than the fare",
            "Yes, after completing the order",
        ),
        1,
        "What is not in the order has no price, no record and perhaps no insurance. They can book "
        "another job in a minute.",
    ),
)
