// The views for people in the copy. They compute as they are read, and cost a load nothing.
import { quote } from '../engine/table/ddl.ts'
import { type Dialect, VIEWS } from '../views/views.ts'
import { named } from './layout.ts'

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

const postgres = (schema: string): Dialect => {
  const table = (name: string): string => named(schema, name)
  return {
    table,
    hex: (bytes) => `encode(${bytes}, 'hex')`,
    time: (seconds) => `to_timestamp(${seconds})`,
    decimal: (text) => `${text}::numeric`,
    natural: (stored) => stored,
    address: (bytes) => `${quote(schema)}.address_text(${bytes})`,
    name: (assetId) => `encode(decode(split_part(${assetId}, '.', 2), 'hex'), 'escape')`,
    made: `CROSS JOIN LATERAL (
        SELECT id, hash, first_index FROM ${table('transactions')} WHERE id <= utxos.id ORDER BY id DESC LIMIT 1
      ) AS made`,
  }
}

/** Makes the views whose tables are there. */
export const createViewsSql = (schema: string, tables: readonly string[]): string[] => [
  addressText(schema),
  ...VIEWS.filter(({ of }) => of.every((table) => tables.includes(table))).flatMap(
    ({ name, comment, select }) => {
      const view = named(schema, name)
      return [`CREATE VIEW ${view} AS ${select(postgres(schema))}`, `COMMENT ON VIEW ${view} IS '${comment}'`]
    },
  ),
]
