/** One invented article of the newsstand. */
export interface Article {
  id: string
  title: string
  teaser: string
  /** Dollars, as the server's price has it. */
  price: string
  /** The same in atomic USDC, for tests. */
  amount: bigint
  paragraphs: readonly string[]
}

/** The newsstand's articles, in the order of its front page. The last is dearer than the default limit. */
export const articles: readonly Article[] = [
  {
    id: 'tide-clock',
    title: 'The tide clock that was right by mistake',
    teaser:
      'For ninety years it ran four hours late, in a harbour whose tides had been tabled four hours early.',
    price: '$0.25',
    amount: 250_000n,
    paragraphs: [
      'When the keeper of the Marren harbour office took the tide clock apart last spring, she found two faults where everyone had expected one. The gear that follows the moon had lost a tooth, and the dial behind it had been painted upside down.',
      'Each fault alone would have put a boat on the sandbank. Together they cancelled, and nobody in ninety years had a reason to look. The clock has been repaired, and the harbour has printed a correction to its tables.',
      'Asked whether she would have done better to leave it alone, the keeper said that a thing which is right by mistake stays right only until somebody mends half of it.',
    ],
  },
  {
    id: 'bread-ledger',
    title: 'A baker keeps the town’s smallest ledger',
    teaser: 'Every loaf lent in Aldery is written on one wooden board, and wiped at midsummer.',
    price: '$0.10',
    amount: 100_000n,
    paragraphs: [
      'The board hangs beside the oven and holds forty names. A chalk stroke is a loaf, a stroke crossed is a loaf returned, and no name may stand with more than seven.',
      'At midsummer the baker reads the board aloud and wipes it. What was not returned is forgiven, and what was not asked for is noticed too.',
      'The town has never needed a second board. Seven, says the baker, is a number people can count on their own.',
    ],
  },
  {
    id: 'quiet-signal',
    title: 'Why the lighthouse went quiet on purpose',
    teaser: 'A light that blinks less often can be told from further away, a crew of students has shown.',
    price: '$0.05',
    amount: 50_000n,
    paragraphs: [
      'Four students spent a winter counting how long it took helmsmen to name a light. The busy lights, with their five and six flashes, were named last and wrongly most often.',
      'The Sorrel Point light now shows one long flash and a long dark. It is the plainest signal on the coast, and the first that a tired eye gets right.',
    ],
  },
  {
    id: 'paper-bridge',
    title: 'The paper bridge holds for a seventh year',
    teaser:
      'Built for one festival, it carries sheep, carts and a postwoman who has stopped thinking about it.',
    price: '$0.40',
    amount: 400_000n,
    paragraphs: [
      'It was folded from eleven tonnes of waxed board, for a procession of three days. The valley then found that it had nowhere else to cross.',
      'Inspectors come each autumn with a hammer and a thermometer. They have yet to write anything but the date.',
    ],
  },
  {
    id: 'seed-library',
    title: 'The library that lends seeds',
    teaser: 'Borrow a bean in April, return two in October, and pay nothing if the slugs were first.',
    price: '$1.00',
    amount: 1_000_000n,
    paragraphs: [
      'The card catalogue of the Fenwick library has a drawer that rattles. In it are three hundred envelopes, each with a due date in autumn.',
      'Returns run at a hundred and sixty in a hundred, which the librarian calls the only interest rate she has ever approved of.',
    ],
  },
  {
    id: 'whole-archive',
    title: 'The whole archive of 1931, in one sitting',
    teaser: 'All fifty-two weekly papers of a year in which almost nothing happened, and was reported well.',
    price: '$2.50',
    amount: 2_500_000n,
    paragraphs: [
      'The year opens with fog and closes with a concert. Between them stand a lost dog, found; a bank, closed for one afternoon; and a great many letters about the height of a hedge.',
      'Read in one sitting, it is a portrait of people who wrote to each other in print, because they meant to go on living in the same street.',
    ],
  },
]
