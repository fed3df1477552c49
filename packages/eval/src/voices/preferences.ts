import type { Draft } from '../generate/draft.ts';
import type { Voice } from '../generate/voice.ts';
import type { Fill } from '../generate/writer.ts';
import { adviceText } from '../material/small-talk.ts';

const lists = {
  guest: ['my sister', 'the twins', 'my uncle', 'the neighbours', 'our old teacher', 'my colleague'],
  place: ['the harbour', 'the hill house', 'the lake', 'the old mill', 'the island'],
  dish: ['lentil soup', 'a pear tart', 'grilled aubergine', 'the walnut bread', 'a potato gratin'],
  month: ['April', 'June', 'August', 'October'],
};

/** A question and a long, friendly answer; at times a page is looked up. */
function episode(draft: Draft, fill: Fill, bulk: number): void {
  const { random } = draft;
  if (bulk > 0) draft.user(fill(random.pick(REQUESTS)));
  if (random.chance(0.3) || bulk === 0) {
    const result = adviceText(random, 6 + 14 * bulk);
    const url = `https://travel-notes.example/${random.letters('abcdefghij', 6)}`;
    draft.play([{ name: 'web_extract', arguments: { url }, result }], 'I look that up.');
  }
  if (bulk > 0) draft.say(Array.from({ length: bulk + 1 }, () => adviceText(random, 5)).join('\n\n'));
}

const REQUESTS = [
  'What would you do with {guest} on a rainy day at {place}?',
  'Is {month} a good time for {place}?',
  'I cannot make up my mind between {place} and {place2}. Help me.',
  '{guest} liked {dish} last time. What goes with it?',
  'Tell me something about {place} that is not in every guide.',
];

/** A long chat about a family feast and a journey, in which what the user wants changes. */
export const preferences: Voice = {
  lists,
  episode,
  system:
    'You are a patient companion who helps to plan a journey and a feast. Remember what the user told you, ask when it is unclear, and answer in whole sentences. Tools: web_extract, read_file, write_file, terminal for notes.',
  asides: ['{guest} says hello.', 'I am looking forward to it.', 'We spoke of it at breakfast.', 'No hurry, though.'],
  acknowledgements: ['I will remember that.', 'Good to know.', 'Of course.', 'Then that is settled.', 'With pleasure.'],
  questions: ['And what do you think?', 'Where do we stand?', 'Could you check the notes?', 'What comes next?'],
  goals: [
    ['Help me to plan a feast for {int:30-90} guests at {place} that nobody forgets.', 'plan feast guests place|feast'],
    [
      'The journey after it should take us to {place} without a single flight in {month}.',
      'journey without flight|flight',
    ],
  ],
  constraints: [
    [
      'Nothing with peanuts may be served, {guest} is allergic and sits at table {int:10-60}.',
      'peanuts allergic table|peanuts',
    ],
    ['We must not spend more than {int:2000-9000} euros on the whole.', 'not spend more than euros|spend'],
    ['{guest} needs a wheelchair ramp at every stop, of {int:60-120} cm at least.', 'wheelchair ramp every stop|ramp'],
    [
      'Do not write to {guest} about any of this, it is a surprise with the code word {code:5}.',
      'surprise do not write code word|surprise',
    ],
    [
      'All of it has to end by {int:20-23} h {int:10-59}, the neighbours insist.',
      'has to end neighbours insist|neighbours',
    ],
    ['Never book anything that cannot be cancelled within {int:12-60} hours.', 'never book cancelled hours|cancelled'],
  ],
  approvals: [
    ['You may put down a deposit of {int:100-900} euros for {place}.', 'may put down deposit|deposit'],
    ['Yes, invite {guest} in my name, with card {code:5}.', 'invite in my name card|invite'],
    ['Go ahead and reserve carriage {int:10-40} of the night train.', 'reserve carriage night train|carriage'],
    ['I agree to the band from hall {int:10-99}, ask them.', 'agree band hall ask|band'],
    ['You can share the guest list number {digits:4} with the cook.', 'share guest list cook|cook'],
  ],
  preferences: [
    ['I like to sit by the window, row {int:10-40} or behind it.', 'sit by the window row|window'],
    ['Please speak of the elders by their first names, as in letter {digits:3}.', 'elders first names letter|elders'],
    ['I would rather walk {int:3-12} km than take a bus in {month}.', 'rather walk than bus|walk'],
    ['My favourite colour for the tables is sea green, shade {code:4}.', 'colour tables sea green|colour'],
    ['I prefer breakfast after {int:8-11} h {int:10-59}, never before.', 'prefer breakfast after|breakfast'],
  ],
  decisions: [
    ['Then we take {place}, because it has {int:20-80} beds under one roof.', 'take place beds roof|beds'],
    ['I suggest we settle on {dish}, since it can be made {int:2-9} days before.', 'settle dish made before|settle'],
    ['We go by rail, as the boat needs {int:20-60} hours more.', 'go by rail boat|boat'],
    [
      'The speech comes before the cake, because {guest} leaves at minute {int:40-90}.',
      'speech before cake leaves|speech',
    ],
    ['Flowers from garden {int:10-90} it is, for they last longest.', 'flowers garden last longest|flowers'],
  ],
  opens: [
    [
      'Some day we must still find a present of weight {int:2-30} kg or less for {guest}.',
      'find a present weight|present',
    ],
    ['Later I have to ask {guest} about the tent number {digits:3}.', 'ask about the tent|tent'],
    ['Remind me at the end to settle the bill of shop {digits:4}.', 'remind settle bill shop|bill'],
    ['The seating of row {int:3-9}{int:10-99} is still to be done, but not now.', 'seating still to be done|seating'],
    ['We still owe {guest} an answer about bed {int:10-99}.', 'owe an answer bed|owe'],
  ],
  identifiers: [
    ['The booking of {place} has the reference [[BK{digits:7}]].', 'booking reference {place}|booking'],
    ['Our group on the night train is listed as [[NT-{code:6}]].', 'group night train listed|group'],
    ['The cook’s licence is [[CL-{digits:6}]].', 'cook licence|licence'],
    ['The door at {place} opens with [[code {digits:6}]].', 'door opens {place}|door'],
    ['The musicians sent the offer [[OF-{hex:7}]].', 'musicians sent offer|musicians'],
  ],
  numbers: [
    ['The hall costs [[{digits:4} euros]] with the kitchen.', 'hall costs kitchen|hall'],
    ['From the station to {place} it is [[{digits:3} km]] by road.', 'station to {place} road|station'],
    ['The tart needs [[{digits:3} minutes]] all in all.', 'tart needs all in all|tart'],
    ['The tent holds [[{digits:3} people]], standing.', 'tent holds standing|holds'],
    ['Last year the wine came to [[{digits:4} euros]] for everybody.', 'last year wine|wine'],
  ],
  superseded: [
    [
      'The main dish shall be [[roast with sauce number {digits:3}]].',
      'I changed my mind, the main dish shall be [[stew with spice number {digits2:3}]].',
      'main dish shall be|main',
    ],
    [
      'Let us meet at [[gate {digits:3}]] of the station.',
      'No, we meet at [[gate {digits2:3}]] of the station, it is nearer.',
      'meet at gate station|meet',
    ],
    [
      'I would like the room on [[floor {digits:2} east]].',
      'My knee says no: rather the room on [[floor {digits2:2} west]].',
      'room on floor|room',
    ],
    [
      'We are [[{digits:2} persons]] at the long table.',
      'Two have cancelled and more came: we are [[{digits2:2} persons]] at the long table.',
      'persons at long table|persons',
    ],
    [
      'The first song is [[track {digits:4}]].',
      'The first song is [[track {digits2:4}]] after all.',
      'first song|song',
    ],
  ],
  finished: [
    [
      '[[Write a toast for {guest} of {int:40-90} words]], would you?',
      'Here it is: may the road rise gently, and the soup be hot. That is the toast.',
      'write a toast words|toast',
    ],
    [
      '[[Compare the ferries of line {int:10-99}]] for me.',
      'The early one is cheaper, the late one is empty. That is all there is.',
      'compare ferries line|ferries',
    ],
    [
      '[[Translate the card number {digits:4} for my uncle]].',
      'It says: with love from all of us. That is the translation.',
      'translate card uncle|translate',
    ],
    [
      '[[Look up the opening hours of hall {int:10-99}]].',
      'It opens at ten. I have put it into the notes.',
      'opening hours hall|opening',
    ],
    ['[[Count the chairs in plan {hex:4}]], please.', 'There are enough, counted twice.', 'count chairs plan|chairs'],
  ],
  commands: [],
  errors: [],
  files: [
    ['notes/menu-{hex:4}.md', '# Soup, tart, coffee\n\nFor the long evening.\n'],
    ['notes/guests-{hex:4}.md', '# Who sits beside whom\n\nThe twins apart.\n'],
    ['notes/route-{hex:4}.md', '# By rail along the river\n\nTwo changes.\n'],
    ['notes/songs-{hex:4}.md', '# Waltz first, then the rest\n\nAsk the band.\n'],
    ['letters/invitation-{hex:4}.txt', 'Dear all, keep the last weekend free.\n'],
  ],
  closing: 'Let us go over it once more: what are we planning, and what did I ask you to mind?',
};
