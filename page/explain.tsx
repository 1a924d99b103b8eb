// A dialog that explains every term of the page. Its first sentence tells newcomers what the page is for.
import { isExplaining } from './board/board.tsx'
import { Choices, setting } from './parts/controls.tsx'
import { Pairs } from './parts/details/panel.tsx'
import { Sheet } from './parts/sheet.tsx'
import { sounds } from './watch/moments.ts'

const TERMS = {
  Curve: 'The price follows a fixed formula: each purchase raises it, and each sale lowers it.',
  Graduation: 'The curve has its cap. Its ADA and the other tokens become a pool that nobody can empty.',
  AMM: 'Automated market maker: a contract that trades any amount at a price from what is in its pool.',
  'Market cap': 'The price of a token times all tokens of the launch.',
  'King of the hill': 'The token on a curve with the highest market cap.',
  Hot: 'Tokens that were traded most in the chosen time.',
  Hyped: 'A launch that limits the size of purchases in its first minutes.',
  'Name like, Mixed alphabets': 'The name looks like an older one, or mixes letters: perhaps an imitation.',
  'Creator, dev': 'The wallet that launched the token. The squares on the chart are its trades.',
  'dev, top10, first': 'What the creator, the ten largest holders, and buyers of the first blocks have.',
  Mempool: 'Transactions that the node knows and that are in no block yet.',
  'In flight': 'Orders that are sent and not filled, in the order in which they will be filled.',
  'Price impact': 'How much the order itself moves the price.',
  Slippage: 'How much less than the quote an order accepts. It never gets less than “At least”.',
  'Limit order': 'It waits until the price gives what it asks for, or until you cancel it.',
  'Fees, deposit': 'Every order pays a percentage and the executor that fills it. The deposit comes back.',
  'MA, VWAP': 'Means of the last 20 closing prices, and of all prices weighed by their volumes.',
  Replay: 'The chart and the trades as they were at a time that you choose.',
  'Rolled back': 'A fork replaced its block. The dots count the blocks after a trade: the more, the safer.',
  'Net profit':
    'What sales brought and the rest would bring now, minus the cost and all fees but the network’s.',
  'Breaks even at': 'The price at which a sale of all you hold brings back what it cost, with its fees.',
  Locked: 'Tokens that their owner cannot move before a time.',
  'Models, refolding':
    'Figures are folded from the blocks of the chain, after an upgrade again from the first.',
  Stamp: 'How many services have computed the same digest of all figures at the same block.',
} as const

const SOUNDS = [
  ['off', 'Sounds off'],
  ['on', 'Sounds on'],
] as const

export const Explain = () => (
  <Sheet label="How it works" onClose={setting(isExplaining, false)}>
    <p>
      Anybody can launch a token here, and trade it from the first block: first on a curve, then in a pool.
      You need only a wallet. To look at another wallet, search for its address.
    </p>
    <Choices label="Sounds of launches, kings, graduations and your fills" choices={SOUNDS} chosen={sounds} />
    <div class="terms">
      <Pairs of={TERMS} />
    </div>
  </Sheet>
)
