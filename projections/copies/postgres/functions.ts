// SQL functions of the copy for people and views: raw addresses to text and back, and the assets of an output. PostgreSQL evaluates a call
// with constants when it plans a query, so `address_bytes` can use an index.
import { bech32Alphabet, bech32Gain, bech32Start } from '../../../schema/codecs/bech32.ts'
import { named } from './layout.ts'

const GAINS = Array.from({ length: 32 }, (_, top) => bech32Gain(top)).join(', ')
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

const STARTS = `CASE prefix WHEN 'addr' THEN ${bech32Start('addr')} ELSE ${bech32Start('addr_test')} END`

const ADDRESS_TEXT = `DECLARE
  header CONSTANT integer := CASE WHEN length(address) = 0 THEN 0 ELSE get_byte(address, 0) END;
  prefix CONSTANT text := CASE header & 15 WHEN 1 THEN 'addr' ELSE 'addr_test' END;
  words CONSTANT integer := (length(address) * 8 + 4) / 5;
  padded CONSTANT bytea := address || '\\x0000000000';
  gains CONSTANT bigint[] := ARRAY[${GAINS}];
  sum bigint := ${STARTS};
  result text := prefix || '1';
  word integer;
  number numeric := 0;
BEGIN
  IF header >> 4 = 8 THEN
    FOR at IN 0 .. length(address) - 1 LOOP
      number := number * 256 + get_byte(address, at);
    END LOOP;
    result := '';
    WHILE number > 0 LOOP
      result := substr('${BASE58}', mod(number, 58)::integer + 1, 1) || result;
      number := div(number, 58);
    END LOOP;
    RETURN result;
  END IF;
  FOR at IN 0 .. words - 1 LOOP
    word := (get_byte(padded, at * 5 / 8) << 8 | get_byte(padded, at * 5 / 8 + 1)) >> (11 - at * 5 % 8) & 31;
    sum := (sum & 33554431) << 5 # word # gains[(sum >> 25) + 1];
    result := result || substr('${bech32Alphabet}', word + 1, 1);
  END LOOP;
  FOR at IN 0 .. 5 LOOP
    sum := (sum & 33554431) << 5 # gains[(sum >> 25) + 1];
  END LOOP;
  sum := sum # 1;
  FOR at IN 0 .. 5 LOOP
    result := result || substr('${bech32Alphabet}', (sum >> 5 * (5 - at) & 31)::integer + 1, 1);
  END LOOP;
  RETURN result;
END`

const ADDRESS_BYTES = `DECLARE
  prefix CONSTANT text := split_part(address, '1', 1);
  gains CONSTANT bigint[] := ARRAY[${GAINS}];
  sum bigint := ${STARTS};
  result bytea := '';
  held integer := 0;
  bits integer := 0;
  word integer;
  number numeric := 0;
  is_valid boolean := address <> '';
BEGIN
  IF prefix IN ('addr', 'addr_test') THEN
    FOR at IN length(prefix) + 2 .. length(address) LOOP
      word := strpos('${bech32Alphabet}', substr(address, at, 1)) - 1;
      is_valid := is_valid AND word >= 0;
      EXIT WHEN NOT is_valid;
      sum := (sum & 33554431) << 5 # word # gains[(sum >> 25) + 1];
      CONTINUE WHEN at > length(address) - 6;
      held := (held << 5 | word) & 4095;
      bits := bits + 5;
      IF bits >= 8 THEN
        bits := bits - 8;
        result := result || set_byte('\\x00', 0, held >> bits & 255);
      END IF;
    END LOOP;
    is_valid := is_valid AND sum = 1 AND result <> '' AND bits < 5 AND held & (1 << bits) - 1 = 0;
    is_valid := is_valid AND (get_byte(result, 0) & 15 = 1) = (prefix = 'addr');
  ELSE
    FOR at IN 1 .. length(address) LOOP
      word := strpos('${BASE58}', substr(address, at, 1)) - 1;
      is_valid := is_valid AND word >= 0;
      number := number * 58 + word;
    END LOOP;
    WHILE is_valid AND number > 0 LOOP
      result := set_byte('\\x00', 0, mod(number, 256)::integer) || result;
      number := div(number, 256);
    END LOOP;
    is_valid := is_valid AND encode(substr(result, 1, 1), 'hex') LIKE '8%';
  END IF;
  IF NOT is_valid THEN
    RAISE EXCEPTION '% is no Cardano address', address;
  END IF;
  RETURN result;
END`

const OUTPUT_ASSETS = `DECLARE
  at integer := 0;
  byte integer;
  number numeric;
  scale numeric;
  left_over integer;
  state text := 'count';
  policy text;
  policies text[] := '{}';
BEGIN
  LOOP
    number := 0;
    scale := 1;
    LOOP
      byte := get_byte(assets, at);
      at := at + 1;
      number := number + (byte & 127) * scale;
      EXIT WHEN byte < 128;
      scale := scale * 128;
    END LOOP;
    CASE state
      WHEN 'count' THEN
        left_over := number;
        state := 'place';
      WHEN 'place' THEN
        policy := policies[number::integer];
        state := CASE number WHEN 0 THEN 'policy' ELSE 'name' END;
      WHEN 'policy' THEN
        policy := encode(substr(assets, at + 1, number::integer), 'hex');
        policies := policies || policy;
        at := at + number::integer;
        state := 'name';
      WHEN 'name' THEN
        asset := policy || '.' || encode(substr(assets, at + 1, number::integer), 'hex');
        at := at + number::integer;
        state := 'quantity';
      ELSE
        quantity := CASE mod(number, 2) WHEN 0 THEN div(number, 2) ELSE -div(number, 2) - 1 END;
        RETURN NEXT;
        left_over := left_over - 1;
        EXIT WHEN left_over = 0;
        state := 'place';
    END CASE;
  END LOOP;
END`

/** Depends only on its arguments, and returns null for null. */
const pure = (returns: string, body: string): string =>
  `RETURNS ${returns} LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$\n${body}\n$$`

/** Tests compare the functions with `formatAddress` and `packAssets`. */
export const createFunctionsSql = (schema: string): string[] => {
  const bytesOf = named(schema, 'address_bytes')
  const made: readonly (readonly [signature: string, comment: string, definition: string])[] = [
    [
      'address_text(address bytea)',
      'Converts a raw address to text: bech32 (CIP-19), or base58 for Byron addresses.',
      pure('text', ADDRESS_TEXT),
    ],
    [
      'address_bytes(address text)',
      'Converts the text of an address to raw bytes, to compare with columns; an invalid address is an error.',
      pure('bytea', ADDRESS_BYTES),
    ],
    [
      'address_owner(address text)',
      'Returns the hash of the payment part of an address, as in the columns owner.',
      `RETURNS bytea LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN substr(${bytesOf}(address), 2, 28)`,
    ],
    [
      'output_assets(assets bytea, OUT asset text, OUT quantity numeric)',
      'Returns the native assets of an output: the asset id (policy id, a point, name in hex) and the quantity.',
      pure('SETOF record', OUTPUT_ASSETS),
    ],
  ]
  return made.flatMap(([signature, comment, definition]) => {
    const [name = '', rest = ''] = signature.split(/(?=\()/)
    const full = `${named(schema, name)}${rest}`
    return [`CREATE OR REPLACE FUNCTION ${full} ${definition}`, `COMMENT ON FUNCTION ${full} IS '${comment}'`]
  })
}
