// Views for people: addresses, names and times as they are shown, amounts in ADA, and each row with its token. They compute
// as they are read, and cost a load nothing.
import { quote } from '../engine/table/ddl.ts'

/** SQL that shows a raw address: as bech32 (CIP-19), and as base58 for Byron addresses. Tested against `formatAddress`. */
const addressText = (schema: string): string => `
CREATE FUNCTION ${quote(schema)}.address_text(address bytea) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  base32 CONSTANT text := 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
  base58 CONSTANT text := '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  generator CONSTANT bigint[] := ARRAY[996825010, 642813549, 513874426, 1027748829, 705979059];
  header CONSTANT integer := CASE WHEN length(address) = 0 THEN 0 ELSE get_byte(address, 0) END;
  prefix CONSTANT text := CASE WHEN header & 15 = 1 THEN 'addr' ELSE 'addr_test' END;
  letters CONSTANT integer[] := (SELECT array_agg(ascii(letter)) FROM unnest(string_to_array(prefix, NULL)) AS letter);
  words integer[] := '{}';
  result text := '';
  bits integer := 0;
  held bigint := 0;
  sum bigint := 1;
  top bigint;
  word integer;
  number numeric := 0;
BEGIN
  IF header >> 4 = 8 THEN
    FOR at IN 0 .. length(address) - 1 LOOP
      number := number * 256 + get_byte(address, at);
    END LOOP;
    WHILE number > 0 LOOP
      result := substr(base58, mod(number, 58)::integer + 1, 1) || result;
      number := div(number, 58);
    END LOOP;
    RETURN result;
  END IF;
  FOR at IN 0 .. length(address) - 1 LOOP
    held := (held << 8 | get_byte(address, at)) & 4095;
    bits := bits + 8;
    WHILE bits >= 5 LOOP
      bits := bits - 5;
      words := words || (held >> bits & 31)::integer;
    END LOOP;
  END LOOP;
  IF bits > 0 THEN
    words := words || (held << (5 - bits) & 31)::integer;
  END IF;
  FOREACH word IN ARRAY
    (SELECT array_agg(letter >> 5) FROM unnest(letters) AS letter) || 0 ||
    (SELECT array_agg(letter & 31) FROM unnest(letters) AS letter) || words || ARRAY[0, 0, 0, 0, 0, 0]
  LOOP
    top := sum >> 25;
    sum := (sum & 33554431) << 5 # word;
    FOR at IN 0 .. 4 LOOP
      IF top >> at & 1 = 1 THEN
        sum := sum # generator[at + 1];
      END IF;
    END LOOP;
  END LOOP;
  sum := sum # 1;
  FOR at IN 0 .. 5 LOOP
    words := words || (sum >> 5 * (5 - at) & 31)::integer;
  END LOOP;
  FOREACH word IN ARRAY words LOOP
    result := result || substr(base32, word + 1, 1);
  END LOOP;
  RETURN prefix || '1' || result;
END $$`

interface View {
  readonly name: string
  /** Tables it reads. */
  readonly of: readonly string[]
  readonly comment: string
  /** @param schema quoted, with a dot */
  readonly select: (schema: string) => string
}

const VIEWS: readonly View[] = [
  {
    name: 'token_view',
    of: ['pools', 'launches'],
    comment:
      'Tokens: names (bytes that are no ASCII as \\ooo), prices in ADA, and when they launched and graduated.',
    select: (s) => `
      SELECT pools.id AS pool, token, encode(decode(split_part(token, '.', 2), 'hex'), 'escape') AS name, ticker, venue,
        price::numeric / 1e6 AS ada_per_token, market_cap / 1e6 AS market_cap_ada, volume / 1e6 AS volume_ada, trades,
        to_timestamp(created) AS created, to_timestamp(graduated) AS graduated
      FROM ${s}pools LEFT JOIN ${s}launches ON launches.pool = pools.id`,
  },
  {
    name: 'trade_view',
    of: ['trades', 'pools', 'launches'],
    comment: 'Trades with their token and time.',
    select: (s) => `
      SELECT position, to_timestamp(time) AS time, token, ticker, trades.venue, side, trades.lovelace / 1e6 AS ada,
        trades.tokens, trades.price::numeric / 1e6 AS ada_per_token, encode(transaction_id, 'hex') AS transaction
      FROM ${s}trades JOIN ${s}pools ON pools.nft = trades.pool LEFT JOIN ${s}launches ON launches.pool = pools.id`,
  },
  {
    name: 'order_view',
    of: ['orders'],
    comment: 'Orders with the address that their outcome goes to.',
    select: (s) => `
      SELECT id, to_timestamp(time) AS time, token, side, status, from_amount, to_amount, worst_price::numeric AS worst_price, venue,
        ${s}address_text(address) AS address, encode(transaction_id, 'hex') AS transaction, output_index,
        encode(ended_by, 'hex') AS ended_by
      FROM ${s}orders`,
  },
  {
    name: 'holder_view',
    of: ['holders', 'pools'],
    comment: 'Who holds how much of a token.',
    select: (s) => `
      SELECT token, address, quantity FROM ${s}holders JOIN ${s}pools ON pools.id = holders.pool`,
  },
  {
    name: 'output_view',
    of: ['utxos', 'transactions'],
    comment: 'Unspent outputs with their address and reference.',
    select: (s) => `
      SELECT utxos.id, ${s}address_text(utxos.address) AS address, encode(made.hash, 'hex') AS transaction,
        utxos.id - made.id + made.first_index AS output_index, lovelace / 1e6 AS ada, assets IS NOT NULL AS has_assets
      FROM ${s}utxos
      CROSS JOIN LATERAL (
        SELECT id, hash, first_index FROM ${s}transactions WHERE id <= utxos.id ORDER BY id DESC LIMIT 1
      ) AS made`,
  },
]

/** Makes the views whose tables are there. */
export const createViewsSql = (schema: string, tables: readonly string[]): string[] => [
  addressText(schema),
  ...VIEWS.filter(({ of }) => of.every((table) => tables.includes(table))).flatMap(
    ({ name, comment, select }) => {
      const view = `${quote(schema)}.${quote(name)}`
      return [
        `CREATE VIEW ${view} AS ${select(`${quote(schema)}.`)}`,
        `COMMENT ON VIEW ${view} IS '${comment}'`,
      ]
    },
  ),
]
