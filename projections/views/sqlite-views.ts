// The users' views in the models' file. SQLite has no decimals, and no functions written in SQL. So ADA and prices are floating-point
// numbers, and addresses, names and large numbers are decoded by recursive queries. A Byron address is shown in hex.
import { bech32Alphabet, bech32Gain, bech32Start } from '../../schema/codecs/bech32.ts'
import { PAYMENT_BYTES } from '../engine/outputs/utxo-set.ts'
import { quote } from '../engine/table/ddl.ts'
import { type Dialect, VIEWS } from './views.ts'

/** The value of the hex digit at a place in the text `h`, counted from 1. */
const digit = (at: string): string => `instr('123456789abcdef', substr(h, ${at}, 1))`

/** Five bits of the hex text `h`, from the three digits that contain them. */
const five = (at: string): string => {
  const digits = [1, 2, 3].map((next) => digit(`5 * ${at} / 4 + ${next}`))
  return `((${digits[0]} << 8) + (${digits[1]} << 4) + ${digits[2]}) >> (7 - 5 * ${at} % 4) & 31`
}

const letter = (value: string): string => `substr('${bech32Alphabet}', (${value}) + 1, 1)`
const xor = (a: string, b: string): string => `((${a}) | (${b})) - ((${a}) & (${b}))`

/** XORed with the checksum for each value of the five bits that are shifted out; ten digits each. */
const GAINS = Array.from({ length: 32 }, (_, top) => String(bech32Gain(top)).padStart(10, '0')).join('')

const CHECKSUM_LETTERS = [25, 20, 15, 10, 5, 0].map((shift) =>
  letter(`(${xor('sum', '1')}) >> ${shift} & 31`),
)

/**
 * Bech32 (BIP 173), or hex for a Byron address. Row `i` of the recursion has the `i`th five bits, and the checksum and text of the bits
 * before. Six rows of zeros follow the address.
 */
const addressText = (bytes: string): string => `
  CASE WHEN substr(hex(${bytes}), 1, 1) = '8' THEN lower(hex(${bytes})) ELSE (
    WITH RECURSIVE step(i, n, h, bits, sum, text) AS (
      SELECT -1, (length(${bytes}) * 8 + 4) / 5, lower(hex(${bytes})) || '000', 0, 0,
        CASE substr(hex(${bytes}), 2, 1) WHEN '1' THEN 'addr1' ELSE 'addr_test1' END
      UNION ALL
      SELECT i + 1, n, h, CASE WHEN i + 1 < n THEN ${five('(i + 1)')} ELSE 0 END,
        CASE WHEN i < 0 THEN CASE text WHEN 'addr1' THEN ${bech32Start('addr')} ELSE ${bech32Start('addr_test')} END
          ELSE ${xor('((sum & 33554431) << 5) + bits', `CAST(substr('${GAINS}', (sum >> 25) * 10 + 1, 10) AS INTEGER)`)} END,
        CASE WHEN i BETWEEN 0 AND n - 1 THEN text || ${letter('bits')} ELSE text END
      FROM step WHERE i < n + ${CHECKSUM_LETTERS.length})
    SELECT text || ${CHECKSUM_LETTERS.join(' || ')} FROM step WHERE i = n + ${CHECKSUM_LETTERS.length}) END`

const BYTE = `(${digit('1')} * 16 + ${digit('2')})`

/** PostgreSQL's format `escape`. */
const nameText = (assetId: string): string => `(
    WITH RECURSIVE step(h, text) AS (
      SELECT substr(${assetId}, instr(${assetId}, '.') + 1), ''
      UNION ALL
      SELECT substr(h, 3), text || CASE WHEN ${BYTE} = 92 THEN '\\\\' WHEN ${BYTE} BETWEEN 1 AND 127 THEN char(${BYTE})
        ELSE '\\' || printf('%03o', ${BYTE}) END
      FROM step WHERE h <> '')
    SELECT text FROM step WHERE h = '')`

/** The stored form begins with the number of bytes. Above 2^63 the number becomes floating-point. */
const naturalNumber = (stored: string): string => `(
    WITH RECURSIVE step(h, number) AS (
      SELECT lower(substr(hex(${stored}), 3)), 0 UNION ALL SELECT substr(h, 2), number * 16 + ${digit('1')} FROM step WHERE h <> '')
    SELECT number FROM step WHERE h = '')`

const SQLITE: Dialect = {
  table: quote,
  // The hex of null would be an empty text.
  hex: (bytes) => `nullif(lower(hex(${bytes})), '')`,
  time: (seconds) => `datetime(${seconds}, 'unixepoch')`,
  day: (seconds) => `date(${seconds}, 'unixepoch')`,
  ada: (lovelace) => `round((${lovelace}) / 1e6, 6)`,
  decimal: (text) => `CAST(${text} AS REAL)`,
  ratio: (text) =>
    `CAST(substr(${text}, 1, instr(${text}, '/') - 1) AS REAL) / CAST(substr(${text}, instr(${text}, '/') + 1) AS REAL)`,
  natural: naturalNumber,
  address: addressText,
  name: nameText,
  made: 'JOIN transactions AS made ON made.id = (SELECT max(id) FROM transactions WHERE id <= utxos.id)',
}

/** SQLite before 3.41 has no function from a number to a byte, so the byte is cut from this blob. */
const BYTES = `x'${Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)).toString('hex')}'`

const HELD = `held << 5 | instr('${bech32Alphabet}', substr(rest, 1, 1)) - 1`

/**
 * For comparison with an indexed column. A query must have a condition on `address` with the address as a JSON text. The view then has one
 * row.
 */
const ADDRESS_VIEW = `
  SELECT address, raw_address, substr(raw_address, 1, ${PAYMENT_BYTES}) AS payment, substr(raw_address, 2, ${PAYMENT_BYTES - 1}) AS owner
  FROM (SELECT json AS address, (
    WITH RECURSIVE step(rest, held, bits, raw) AS (
      SELECT substr(value, instr(value, '1') + 1, length(value) - instr(value, '1') - ${CHECKSUM_LETTERS.length}), 0, 0, x''
      UNION ALL
      SELECT substr(rest, 2), (${HELD}) & 4095, (bits + 5) % 8,
        CASE WHEN bits < 3 THEN raw ELSE CAST(raw || substr(${BYTES}, ((${HELD}) >> bits - 3 & 255) + 1, 1) AS BLOB) END
      FROM step WHERE rest <> '')
    SELECT raw FROM step WHERE rest = '') AS raw_address FROM json_each)`

export const SQLITE_VIEWS: ReadonlyMap<string, string> = new Map([
  ...VIEWS.map(({ name, select }) => [name, select(SQLITE)] as const),
  ['address_view', ADDRESS_VIEW],
])
