import type { Slide } from './slide'

/** Customer service: twenty minutes. */
export const SERVICE_SLIDES: readonly Slide[] = [
  {
    title: 'What customers remember',
    scene: 'greet',
    captions: [
      'Moving is a hard day for most people. They hand a stranger everything that they own. What they remember is whether you were on time, careful and kind.',
      'This lesson follows one job from the request to the proof, as the console leads you through it, with the rules that stand behind each step.',
      'After the job the customer gives one to five stars. Your rating is the mean of all of them, and it counts when drivers are matched with jobs.',
    ],
  },
  {
    title: 'Saying yes',
    scene: 'phone',
    captions: [
      'A request shows the trip, the load and the estimated pay. Look at floors, elevator and weight before you accept: they decide whether you can do it.',
      'You have 30 seconds for a job for right now. If you decline, somebody else is asked. Nothing happens to you: an honest no is better than a bad yes.',
      'Once you accept, the customer counts on you. You drive one job at a time, and a scheduled job needs you free and on the road in time.',
    ],
  },
  {
    title: 'Before you set out',
    scene: 'message',
    captions: [
      'Read everything that came with the order: list, notes, photos, floor, gate code. If something is unclear, write now, not at the door.',
      'Press “On My Way” when you leave. From then on the customer sees you on the map, until the order ends and at no other time.',
      'For an appointment you can set out from two hours before its pickup. Plan the traffic in: fifteen minutes late is a message that writes itself.',
    ],
  },
  {
    title: 'Messages and calls',
    scene: 'message',
    captions: [
      'A message is short: at most 160 characters. Templates fill in the names and times for you. Be plain: where you are, when you come, what you need.',
      'Call only while the customer wants calls; the button is there then. Never keep a number, never write from your own phone, never after the job.',
      'The conversation closes 24 hours after the end. If somebody writes something rude, stay polite. Everything that is written stays with the order.',
    ],
  },
  {
    title: 'On time',
    scene: 'clock',
    captions: [
      'Come within the arrival window, not before it. If you will be late, write as soon as you know. People forgive traffic; they do not forgive silence.',
      'Thirty minutes after a pickup was due, the customer may cancel without a fee, even if you are on your way, until the goods are loaded.',
      'If your van breaks down or you fall ill, release the job before the pickup. It goes to another driver at once, and the customer is told.',
    ],
  },
  {
    title: 'At the door',
    scene: 'greet',
    captions: [
      'Ring, step back, smile, say your name and haulage. Ask how they would like to be addressed, and whether shoes stay on. Then let them show you the way.',
      'Walk through with them: what goes, what stays, what is fragile, what was broken before. Take photos of scratches that are there, with them beside you.',
      'Compare with the list of the order. If there is much more, they book what is missing. If it is another load altogether, say that it is not as booked.',
    ],
  },
  {
    title: 'Their home',
    scene: 'home',
    captions: [
      'Lay a runner on the floor, pad door frames and railings, and keep hands off walls. In apartment houses use the service elevator if there is one.',
      'Large buildings often ask for a certificate of insurance and a reserved elevator, days before. Ask the customer about it by message when you accept.',
      'You do not use bathroom, kitchen or outlets without asking. You do not smoke, play loud music, or tell anybody what you have seen inside.',
    ],
  },
  {
    title: 'Neighbors and the street',
    scene: 'street',
    captions: [
      'You are a guest of the whole building. Keep exits free, hold doors, take small breaks for people who want to pass, and clean up packing material.',
      'A superintendent or doorman who says no wins. Ask them what they need, tell the customer, and wait. Arguing costs more time than waiting.',
      'Park so that others can pass. A driver who blocks an ambulance, a hydrant or a bus is towed, and with the van goes your customer’s bed.',
    ],
  },
  {
    title: 'Loading is their trust',
    scene: 'load',
    captions: [
      'Handle a plastic chair like an antique: nobody can see from outside what somebody’s grandmother left. Ask before you take something apart.',
      'Screws go into a bag with a label, taped to the piece. Medicine, passports, jewels and cash stay with the customer; say so before you load.',
      'Press “Confirm Pickup” when everything is loaded, not when you arrive. From the pickup on the customer can no longer cancel.',
    ],
  },
  {
    title: 'What customers may change',
    scene: 'calendar',
    captions: [
      'Until you set out, a customer may cancel. For an appointment it is free until an hour before; later it costs 10 dollars, of which you have your share.',
      'An order for right now is free to cancel until you have accepted it, and in any case for five minutes after the payment.',
      'They may also move the order to another slot until you set out, at the same price. If you have another job then, you are asked again or it goes on.',
    ],
  },
  {
    title: 'On the way',
    scene: 'drive',
    captions: [
      'The customer sees your route and your arrival time. Drive calmly: harsh braking and speeding are recorded, and you read them in your dashboard.',
      'Press “Pause” for a break, and “Resume” afterward. No private errands with their goods in the van, and no third person but your helper.',
      'Lock the van whenever you leave it. Never leave a loaded van alone overnight. If you are held up for long, write to the customer.',
    ],
  },
  {
    title: 'Unloading',
    scene: 'home',
    captions: [
      'Ask first where everything goes. Large pieces go to their place, boxes to the room that stands on them. Put together what you took apart.',
      'The order does not end by arriving when it is a move: the unloading still lies ahead of you. You end it when everything stands where it should.',
      'Walk through once more with the customer: nothing forgotten in the van, nothing scratched, the floor clean. Take your blankets and straps along.',
    ],
  },
  {
    title: 'PIN and proof',
    scene: 'pin',
    captions: [
      'A delivery ends with its proof: a signature or a photo, and the name of who received it. Photograph the goods, not people or papers.',
      'Some customers choose a PIN of four digits. Then nothing else ends the delivery. Ask for it only when everything is inside, and type it yourself.',
      'After five wrong PINs the customer has to ask for a new one on their tracking page. Do not guess: ask again, kindly, and wait.',
    ],
  },
  {
    title: 'Nobody is there',
    scene: 'bell',
    captions: [
      'Ring, call, write, and wait some minutes at the door, with your phone’s location on. Then choose “Can’t Deliver”, and the reason.',
      'The console says beforehand what follows. If your positions show that you were there, the customer pays for a cause on their side.',
      'Goods on board go back to the pickup, and the job ends when you confirm the return. If the customer appears meanwhile, you may deliver after all.',
    ],
  },
  {
    title: 'When something breaks',
    scene: 'broken',
    captions: [
      'Tell the customer at once, show it, take photos from near and far, and write down how it happened. Do not repair, hide or promise anything.',
      'The customer reports it with the order, within seven days. You are asked for your side, with photos; the customer does not read your words.',
      'Until a claim about money is decided, your share of that order is held. A claim with your photos and your account is decided sooner and more fairly.',
    ],
  },
  {
    title: 'Money and tips',
    scene: 'money',
    captions: [
      'The price is fixed in the booking and paid in the app. You never ask for more, take cash for the job, or offer a lower price beside the app.',
      'Tips are welcome and never asked for. Customers can tip in the app after the delivery. A tip does not change how you treat the next one.',
      'If somebody wants more moved, they book another job. What is not in the order has no price and no record, and perhaps no insurance.',
    ],
  },
  {
    title: 'Everybody alike',
    scene: 'team',
    captions: [
      'You serve everybody with the same care, whatever they look like, believe, earn, or whomever they love. Service animals are always welcome.',
      'Older people and people with disabilities decide themselves what help they want: ask, listen, and do it their way. Speak to them, not to who is beside them.',
      'If you speak different languages, use short sentences, show with your hands, write numbers down, and let your phone translate.',
    ],
  },
  {
    title: 'When somebody is upset',
    scene: 'upset',
    captions: [
      'Stand still, listen to the end, and say back what you heard: “You are upset because the box is wet. I see that.” Most anger ends there.',
      'Say what you can do now, and what you cannot. Do not blame the app, the dispatcher or your helper. Do not discuss money at the door.',
      'If you are insulted or threatened, you may leave. Say so calmly, go to the van, call 911 if you must, and report that it is not safe.',
    ],
  },
  {
    title: 'Their privacy',
    scene: 'privacy',
    captions: [
      'You see addresses, names, gate codes and homes. They are for this job alone. You see them until it ends, and you write none of them down.',
      'No photos of rooms, people or belongings but for the proof and for damage. Nothing on social media, not even without a name.',
      'The same holds for you: customers see your name, your photo and your vehicle with its plate. You need not tell them where you live.',
    ],
  },
  {
    title: 'A good end',
    scene: 'greet',
    captions: [
      'Ask one question before you go: “Is everything where you want it?” Then thank them, wish them well, and close the door softly.',
      'Look into the van: blankets folded, straps rolled, trash out. Drink something. Your share is on its way: you see it line by line in the console.',
      'On time, careful, kind, honest. That is the whole craft, and people pay for it gladly. Thank you for your attention.',
    ],
  },
]
