// Generated from the OpenAPI document; do not edit. Renew it with
//   RENEW_CLIENT=1 npm test -- client/client.int
type BlockHeaders = Pick<components["headers"], "X-Request-ID" | "X-Indexed-Slot" | "X-Indexed-Block"> & {
    [name: string]: unknown;
};
type Only<Name extends string | number, Value> = { [Each in Name]: Value };
type Json<Body> = Only<"application/json; charset=utf-8", Body>;
type Header<Name extends keyof components["headers"]> = Pick<components["headers"], Name>;
type Reply<Headers, Content> = { headers: Headers; content: Content };
type Failure<Cause, Code, Headers> = Reply<Headers & { "X-Error-Code"?: Code }, Json<{ cause?: Cause } & components["schemas"]["Error"]>>;
export interface paths {
    /** Bars of a pair over a range, oldest first. Prices are smallest units of `quote` per smallest unit of `base`. Periods without trades have no bar. At most 5,000 bars are returned, the newest ones. An unknown pair returns an empty array. */
    "/v1/charts/history": Only<"get", {
        parameters: Only<"query", {
            /** Base asset id; `.` for ADA. */
            base: string;
            /** Quote asset id; `.` for ADA. */
            quote: string;
            /** Length of a bar. `min15`, `min30` and `hour4` cover a shorter past, since they are made from at most 5,000 bars of 5 minutes or an hour. */
            resolution: "min1" | "min5" | "hour1" | "day1" | "week1" | "month1" | "min15" | "min30" | "hour4";
            /** Start of the range, Unix seconds, inclusive. */
            from: number;
            /** End of the range, Unix seconds, exclusive. */
            to: number;
            /** Number of bars to return before `to`, instead of the bars from `from` on; at most 5000 are returned. */
            countback?: number;
        }>;
        /** The bars. */
        responses: Only<200, {
            headers: BlockHeaders & Header<"ETag"> & {
                /** Time of the newest bar before the range if the range has no bar; Unix seconds. */
                "X-Older-Bar-Time"?: number;
            };
            content: Json<components["schemas"]["Bar"][]>;
        }> & Shared<304 | 400 | 429 | 500 | 503>;
    }>;
    /** The latest bar of a pair. Fetch it before you subscribe to live updates. */
    "/v1/charts/initial-state": Only<"get", {
        parameters: Only<"query", {
            /** Base asset id; `.` for ADA. */
            base: string;
            /** Quote asset id; `.` for ADA. */
            quote: string;
            /** Length of a bar. `min15`, `min30` and `hour4` cover a shorter past, since they are made from at most 5,000 bars of 5 minutes or an hour. */
            resolution: "min1" | "min5" | "hour1" | "day1" | "week1" | "month1" | "min15" | "min30" | "hour4";
        }>;
        /** The latest bar. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Json<{
            bar: components["schemas"]["Bar"];
            /** Whether the bar has not ended yet and may still change. */
            isRelevant: boolean;
        }>>> & Shared<304 | 400 | 404 | 429 | 500 | 503>;
    }>;
    /** Market-cap bars of a pair over a range, oldest first. Values are lovelace: the price times the whole emission. Periods without trades have no bar, and at most 5,000 bars are returned, the newest ones. */
    "/v1/charts/mcap/history": Only<"get", {
        parameters: paths["/v1/charts/history"]["get"]["parameters"];
        /** The bars. */
        responses: Only<200, {
            headers: BlockHeaders & Header<"ETag"> & {
                /** Time of the newest bar before the range if the range has no bar; Unix seconds. */
                "X-Older-Bar-Time"?: number;
            };
            content: Json<components["schemas"]["MarketCapBar"][]>;
        }> & Shared<304 | 400 | 429 | 500 | 503>;
    }>;
    /** The latest market-cap bar of a pair. Values are lovelace. Fetch it before you subscribe to live updates. */
    "/v1/charts/mcap/initial-state": Only<"get", {
        parameters: paths["/v1/charts/initial-state"]["get"]["parameters"];
        /** The latest bar. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Json<{
            bar: components["schemas"]["MarketCapBar"];
            /** Whether the bar has not ended yet and may still change. */
            isRelevant: boolean;
        }>>> & Shared<304 | 400 | 404 | 429 | 500 | 503>;
    }>;
    /** A few prices of each of up to 100 tokens over a range. One series per token, in the order of the request. Prices come from the longest bars that fit into one step; each bar belongs to the step in which it begins. */
    "/v1/charts/sparklines": Only<"post", {
        parameters: Only<"query", {
            /** Start of the range, Unix seconds, inclusive. */
            from: number;
            /** End of the range, Unix seconds, exclusive. */
            to: number;
            /** Closing prices of each token, at the ends of equal steps. */
            points?: number;
        }>;
        requestBody: Only<"content", Only<"application/json", string[]>>;
        /** The sparklines. */
        responses: Only<200, Reply<BlockHeaders, Json<components["schemas"]["Sparkline"][]>>> & Shared<400 | 408 | 413 | 429 | 500 | 503>;
    }>;
    /** A wallet's unspent outputs, oldest first. Lists the outputs of every address with this payment key, with any stake part. Outputs that a transaction in the node's mempool spends are left out. A page shorter than `limit` is the last. */
    "/getUtxos": Only<"post", {
        requestBody: Only<"content", Only<"application/json", {
            /** Payment key hash of the wallet. */
            pkh: string;
            /** Outputs to skip. Default: 0. */
            offset?: number;
            /** Maximum number of results. Default: 100. */
            limit?: number;
            /** Outputs to list. Default: unspent. */
            query?: "unspent";
            /** Whether to include datums and reference scripts. Default: false. */
            details?: boolean;
        }>>;
        /** A page of outputs. */
        responses: Only<200, Reply<BlockHeaders, Json<components["schemas"]["UnspentOutput"][]>>> & Shared<400 | 408 | 413 | 429 | 500 | 503>;
    }>;
    /** Holders of a token, largest first, and the creator of the token. Pools and open orders are left out; locked tokens count for the address of the lock. `count` is the number of holders on all pages. `dev` is the creator with the quantity of all addresses of its payment key. */
    "/balances/v1/pool/holders": Only<"get", {
        parameters: Only<"query", {
            /** The token. */
            assetId: string;
            /** Maximum number of results. */
            limit?: number;
            /** Holders to skip. */
            offset?: number;
        }>;
        /** A page of holders. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Json<{
            /** Holders, largest quantity first, then by address. Pools and open orders are left out; locked tokens are listed under the address of the lock. */
            holders: components["schemas"]["Holder"][];
            /** Creator of the token; also listed in `holders` if the quantity is not 0. The address is empty if the creator is not known. */
            dev: {
                /** Address in bech32 (base58 for a Byron one). */
                address: string;
                /** In the token's smallest unit. */
                quantity: string;
            };
            /** Number of holders on all pages. */
            count: number;
        }>>> & Shared<304 | 400 | 404 | 429 | 500 | 503>;
    }>;
    /** The record of a token's creator: launches, graduations, and the creator's trades of the token. Trades are filled orders of the key that launched the token, with the purchase of the launch itself. */
    "/balances/v1/pool/creator": Only<"get", {
        parameters: Only<"query", {
            /** The token. */
            assetId: string;
        }>;
        /** The record. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Json<{
            /** Tokens that the creator launched, including this token. */
            launched: number;
            /** Number of these tokens that graduated. */
            graduated: number;
            /** Lovelace paid for tokens. */
            boughtAda: string;
            /** Tokens bought, in smallest units. */
            boughtTokens: string;
            /** Lovelace received for tokens. */
            soldAda: string;
            /** Tokens sold, in smallest units. */
            soldTokens: string;
        } | null>>> & Shared<304 | 400 | 404 | 429 | 500 | 503>;
    }>;
    /** Wallets' balance of a token, in ADA at its current price. Sum over all addresses of the payment keys. For `.` it is their ADA balance. Amounts in open orders and locks are not included. */
    "/balances/v1/asset/asset-balance": Only<"post", {
        parameters: Only<"query", {
            /** The token; `.` for ADA. */
            assetId: string;
        }>;
        requestBody: Only<"content", Only<"application/json", string[]>>;
        /** The balance, or null. */
        responses: Only<200, Reply<BlockHeaders, Json<{
            /** ADA, at most 6 decimals, rounded half up. */
            balance: number;
        } | null>>> & Shared<400 | 408 | 413 | 429 | 500 | 503>;
    }>;
    /** Profit and loss of wallets' trades of a token. Adds up the filled orders of all keys: ADA paid, ADA received, and the current value of the bought tokens that are left. Tokens received or sent without an order are not counted. */
    "/balances/v1/user/pnl-card": Only<"post", {
        parameters: paths["/balances/v1/pool/creator"]["get"]["parameters"];
        requestBody: Only<"content", Only<"application/json", string[]>>;
        /** The card, or null. */
        responses: Only<200, Reply<BlockHeaders, Json<{
            /** The token. */
            asset: string;
            /** The gain as a share of the invested ADA, in percent, rounded down. */
            pnlPercent: string;
            /** ADA that filled orders paid for the token. */
            investedAda: string;
            /** ADA received for sold tokens, plus the value of the remaining tokens, minus the ADA invested; rounded down, negative for a loss. */
            currentAdaGain: string;
        } | null>>> & Shared<400 | 408 | 413 | 429 | 500 | 503>;
    }>;
    /** Wallets' positions: tokens, average cost and profit. One item for each token in which orders of the keys were filled, newest token first. A purchase adds to the cost of a position; a sale removes its share of the cost. Amounts are lovelace or smallest units, and the fees of executors are a sum of their own. The purchase of a launch is a filled order of its buyer. Tokens that were received have no cost. Sending tokens away does not change the cost. */
    "/balances/v1/user/positions": Only<"post", {
        parameters: Partial<Only<"query", {
            /** Only the position of this token. */
            assetId?: string;
            /** Token of the last item of the previous page. */
            before?: string;
            /** Maximum number of results. */
            limit?: number;
        }>>;
        requestBody: Only<"content", Only<"application/json", string[]>>;
        /** A page of positions. */
        responses: Only<200, Reply<BlockHeaders, Json<{
            /** Positions, newest token first. */
            items: components["schemas"]["Position"][];
            /** Whether there is a next page, which is requested with the last item's token as `before`. */
            hasMore: boolean;
        }>>> & Shared<400 | 408 | 413 | 429 | 500 | 503>;
    }>;
    /** Traders of the last 1, 7 or 30 days, by net profit or volume. A window has whole days (UTC) and ends with the day of the newest block. Only executed orders count; the purchase of a launch is an executed order. A trader is a payment key. */
    "/v1/traders": Only<"get", {
        parameters: Partial<Only<"query", {
            /** Number of days. */
            window?: "1d" | "7d" | "30d";
            /** Figure that orders the traders, largest first: net profit of sales, or volume. */
            by?: "profit" | "volume";
            /** Traders to skip. */
            offset?: number;
            /** Maximum number of results. */
            limit?: number;
        }>>;
        /** A page of traders. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Json<{
            /** Start of the first day of the window, Unix seconds. */
            from: number;
            /** Number of traders with an executed order in the window. */
            count: number;
            /** Traders from `offset` on, at most `limit`. */
            items: components["schemas"]["RankedTrader"][];
        }>>> & Shared<304 | 400 | 429 | 500 | 503>;
    }>;
    /** A trader: net profit, volume, sales with a profit, tokens and launches. The figures of one payment key: `all` is of all time. Profits of sales and of open positions are after every fee except network fees. `GET /v1/trades` with `wallet` has the trades. An address that never traded has figures of 0. */
    "/v1/traders/{address}": Only<"get", {
        parameters: Only<"path", {
            /** A payment key hash, or an address with this key. */
            address: string;
        }>;
        /** The trader. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Json<{
            /** Payment part of the address of the trader: key hash or script hash. */
            owner: string;
            /** Null without an executed order. */
            address: string | null;
            /** Number of tokens in which orders were executed. */
            tokens: number;
            /** Number of tokens that the key launched. */
            launched: number;
            /** Number of these tokens that graduated. */
            graduated: number;
            /** Null without an executed order. */
            first: number | null;
            /** Null without an executed order. */
            latest: number | null;
            all: components["schemas"]["TraderFigures"];
            /** Figures of the last 1, 7 and 30 days, as in the leaderboards. */
            windows: {
                "1d": components["schemas"]["TraderFigures"];
                "7d": components["schemas"]["TraderFigures"];
                "30d": components["schemas"]["TraderFigures"];
            };
            /** Tokens that were bought by orders, are not sold and are still held. The open profit is `netNow` minus `paid`. */
            open: {
                /** Number of tokens of which some were bought by orders, are not sold and are still held. */
                tokens: number;
                /** Lovelace paid for them on average, with the fees of executors; rounded up. */
                paid: string;
                /** Lovelace that one sale of each of these positions would bring now, after price impact and all fees except network fees. Null if the service has no protocol config. */
                netNow: string | null;
                /** Number of these tokens that do not trade now. They are in neither amount. */
                unpriced: number;
                /** Whether the amounts include all tokens. They include at most the 1,000 newest tokens. */
                isComplete: boolean;
            };
        }>>> & Shared<304 | 400 | 429 | 500 | 503>;
    }>;
    /** Traders of a token, by net profit or volume. All traders whose orders were executed in the token, since its launch. `profit` ranks by the profit of sales, not by that of open positions. */
    "/v1/tokens/{asset}/traders": Only<"get", {
        parameters: {
            query?: {
                /** Figure that orders the traders, largest first: net profit of sales, or volume. */
                by?: "profit" | "volume";
                /** Traders to skip. */
                offset?: number;
                /** Maximum number of results. */
                limit?: number;
            };
            path: {
                /** The token. */
                asset: string;
            };
        };
        /** A page of traders. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Json<{
            /** Number of traders with an executed order in the token. */
            count: number;
            /** Traders from `offset` on, at most `limit`. */
            items: components["schemas"]["TokenTrader"][];
        }>>> & Shared<304 | 400 | 404 | 429 | 500 | 503>;
    }>;
    /** Trades of all tokens, by token, wallet, time or block. The newest trades come first, including trades in blocks that a fork may undo. Follow the chain with `order=oldest` and the cursor `next` of each page. */
    "/v1/trades": Only<"get", {
        parameters: Partial<Only<"query", {
            /** Only trades of this token. */
            asset?: string;
            /** Only trades of this wallet: a payment key hash, or an address with this key. */
            wallet?: string;
            /** Start of the range, Unix seconds, inclusive. */
            from?: number;
            /** End of the range, Unix seconds, exclusive. */
            to?: number;
            /** Height of the first block, inclusive. */
            fromBlock?: number;
            /** Height of the last block, inclusive. */
            toBlock?: number;
            /** Which trades come first. With `oldest`, the cursor of the last page waits for new trades. */
            order?: "newest" | "oldest";
            /** The member `next` of the previous page. It stays valid after forks. */
            after?: string;
            /** Maximum number of results. */
            limit?: number;
        }>>;
        /** A page of trades. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Json<{
            /** The trades, in the order of the request. */
            items: components["schemas"]["Trade"][];
            /** Cursor for `after`; null if there are no further trades. With `order=oldest`, the last page has a cursor too, with which later trades can be requested. */
            next: string | null;
            /** Height of the last block before a fork that undid the block of the cursor: forget the trades of earlier pages above this height; oldest first, they come again. 0 if trades were computed anew by other rules, so that all come again. Otherwise null. */
            undoneAfter: number | null;
        }>>> & Shared<304 | 400 | 404 | 429 | 500 | 503>;
    }>;
    /** The same trades as CSV. One line for each trade, after a line with the names of the columns: position, time, height, transactionId, asset, venue, side, lovelace, tokens, price, owner, address, orderId. Null is empty. */
    "/v1/trades.csv": Only<"get", {
        parameters: paths["/v1/trades"]["get"]["parameters"];
        /** A page of trades. */
        responses: Only<200, {
            headers: BlockHeaders & Header<"ETag"> & {
                /** The cursor `next`; absent if it is null. */
                "X-Next-Cursor"?: string;
                /** The member `undoneAfter`; absent if it is null. */
                "X-Undone-After"?: string;
            };
            content: Only<"text/csv; charset=utf-8", string>;
        }> & Shared<304 | 400 | 404 | 429 | 500 | 503>;
    }>;
    /** The clock of the service. Unix milliseconds, so that a client can correct its own clock. */
    "/v1/utility/server/time": Only<"get", {
        /** The time. */
        responses: Only<200, Reply<BlockHeaders, Json<{
            /** Unix milliseconds. */
            timestamp: number;
        }>>> & Shared<429 | 500>;
    }>;
    /** US dollars for one ADA. The rate comes from the source in the setting `ADA_USD_RATE_URL` and is at most ten minutes old. NOT_FOUND when the operator has set no source. */
    "/v1/utility/ada-usd/rate": Only<"get", {
        /** The rate. */
        responses: Only<200, Reply<BlockHeaders, Json<string>>> & Shared<404 | 429 | 500 | 503>;
    }>;
    /** The protocol config. Curves, fees and limits of the launchpad, byte for byte as the operator wrote them. */
    "/service-front/protocol-config.json": Only<"get", {
        responses: {
            /** The document. */
            200: Reply<BlockHeaders & Header<"ETag">, Json<components["schemas"]["ProtocolConfig"]>>;
            /** SERVER_ERROR. */
            500: Failure<"SERVER_ERROR", "MISSING_CONFIG" | "SERVER_ERROR", BlockHeaders & Header<"Retry-After">>;
        } & Shared<304 | 429>;
    }>;
    /** The contracts config. Hashes, scripts and reference outputs of the contracts, byte for byte as the operator wrote them. */
    "/service-front/contracts.json": Only<"get", {
        responses: {
            /** The document. */
            200: Reply<BlockHeaders & Header<"ETag">, Json<components["schemas"]["ContractsConfig"]>>;
            /** SERVER_ERROR. */
            500: Failure<"SERVER_ERROR", "MISSING_CONFIG" | "SERVER_ERROR", BlockHeaders & Header<"Retry-After">>;
        } & Shared<304 | 429>;
    }>;
    /** Parameters of curves and fees of trades. Current values from the protocol config and the contracts config. Refresh them periodically if you compute fees on the client. */
    "/parameters": Only<"get", {
        responses: {
            /** The parameters. */
            200: Reply<BlockHeaders & Header<"ETag">, Json<components["schemas"]["Parameters"]>>;
            /** CONTRACTS_CONFIG_NETWORK_MISMATCH, PROTOCOL_CONFIG_NETWORK_MISMATCH, SERVER_ERROR. */
            500: Failure<"CONTRACTS_CONFIG_NETWORK_MISMATCH" | "PROTOCOL_CONFIG_NETWORK_MISMATCH" | "SERVER_ERROR", "MISSING_CONFIG" | "SERVER_ERROR", BlockHeaders & Header<"Retry-After">>;
        } & Shared<304 | 429>;
    }>;
    /** Builds an order, to be signed. Builds an order on the token's bonding curve or, after graduation, on its AMM pool. The price is that of `point`; while this block is older than the service allows (300 seconds by default), nothing is built. With `rest` it is a limit order, which waits for its `minOutput`. An order on the curve can be cancelled after 20 minutes, an order on the AMM pool at any time. */
    "/order": Only<"post", {
        requestBody: Only<"content", Only<"application/json", {
            /** The token to trade. */
            assetId: string;
            /** `BUY`: lovelace to spend, including the percentage fee. `BUY_WITH_OUTPUT`: tokens to receive. `SELL`: tokens to sell. */
            amount: string;
            /** Direction of the trade, and the meaning of `amount`. */
            side: "BUY" | "BUY_WITH_OUTPUT" | "SELL";
            /** Maximum slippage in percent. `infinity` accepts any output of at least one unit. */
            slippage: "15" | "30" | "50" | "75" | "infinity";
            /** Exact minimum output: tokens, or lovelace after the fee for a SELL. It replaces the minimum that follows from `slippage`, unless that minimum is higher. The request is refused if the current price gives less, unless `rest` is true. */
            minOutput?: string;
            /** True for a limit order: if the current price gives less than `minOutput`, which it needs, the order is built and waits until the price gives it. For `BUY` and `SELL`. By default false. */
            rest?: boolean;
            /** Bech32 address that receives the change. The order, lock or launch belongs to its payment key. */
            changeAddress: string;
            /** Outputs to spend. `service-wallet`: the service looks up the outputs of the given address; it does not spend its own wallet. Or an array of outputs in hex CBOR, in the form of CIP-30 `getUtxos()`. Outputs that pending transactions spend, and outputs that cannot be read, are left out. */
            utxos: "service-wallet" | string[];
        }>>;
        responses: {
            /** The order. */
            200: Reply<BlockHeaders, Json<components["schemas"]["OrderBuild"]>>;
            /** INVALID_PARAMS. */
            400: Failure<"INVALID_PARAMS", "INVALID_REQUEST" | "QUOTE_BELOW_MIN_OUTPUT", BlockHeaders & Header<"Retry-After">>;
            /** ASSET_NOT_FOUND, MAX_TRADE_AMOUNT, MIN_TRADE_AMOUNT, OPERATIONS_CONFIG, PROTOCOL_CONFIG, UNKNOWN. */
            500: Failure<"ASSET_NOT_FOUND" | "MAX_TRADE_AMOUNT" | "MIN_TRADE_AMOUNT" | "OPERATIONS_CONFIG" | "PROTOCOL_CONFIG" | "UNKNOWN", "INSUFFICIENT_FUNDS" | "MAX_TRADE_AMOUNT" | "MIN_TRADE_AMOUNT" | "MISSING_CONFIG" | "NODE_AWAY" | "OUTPUT_TOO_SMALL" | "TOO_LARGE" | "ASSET_NOT_FOUND" | "UNKNOWN", BlockHeaders & Header<"Retry-After">>;
            /** SERVICE_UNAVAILABLE. */
            503: Failure<"SERVICE_UNAVAILABLE", "STALE_PRICE" | "SERVICE_UNAVAILABLE", BlockHeaders & Header<"Retry-After">>;
        } & Shared<408 | 413 | 429>;
    }>;
    /** Quotes an order. Expected and minimum output at the current price, with fees and price impact. Fails for the same reasons as `/order`, except reasons that concern the wallet. */
    "/order/quote": Only<"post", {
        requestBody: Only<"content", Only<"application/json", {
            /** The token to trade. */
            assetId: string;
            /** `BUY`: lovelace to spend, including the percentage fee. `BUY_WITH_OUTPUT`: tokens to receive. `SELL`: tokens to sell. */
            amount: string;
            /** Direction of the trade, and the meaning of `amount`. */
            side: "BUY" | "BUY_WITH_OUTPUT" | "SELL";
            /** Maximum slippage in percent. `infinity` accepts any output of at least one unit. */
            slippage: "15" | "30" | "50" | "75" | "infinity";
            /** Exact minimum output: tokens, or lovelace after the fee for a SELL. It replaces the minimum that follows from `slippage`, unless that minimum is higher. The request is refused if the current price gives less, unless `rest` is true. */
            minOutput?: string;
            /** True for a limit order: if the current price gives less than `minOutput`, which it needs, the order is built and waits until the price gives it. For `BUY` and `SELL`. By default false. */
            rest?: boolean;
        }>>;
        responses: {
            /** The quote. */
            200: Reply<BlockHeaders, Json<components["schemas"]["OrderQuote"]>>;
            /** INVALID_PARAMS. */
            400: Failure<"INVALID_PARAMS", "INVALID_REQUEST" | "QUOTE_BELOW_MIN_OUTPUT", BlockHeaders & Header<"Retry-After">>;
            /** ASSET_NOT_FOUND, MAX_TRADE_AMOUNT, MIN_TRADE_AMOUNT, OPERATIONS_CONFIG, PROTOCOL_CONFIG, UNKNOWN. */
            500: Failure<"ASSET_NOT_FOUND" | "MAX_TRADE_AMOUNT" | "MIN_TRADE_AMOUNT" | "OPERATIONS_CONFIG" | "PROTOCOL_CONFIG" | "UNKNOWN", "MAX_TRADE_AMOUNT" | "MIN_TRADE_AMOUNT" | "MISSING_CONFIG" | "ASSET_NOT_FOUND" | "UNKNOWN", BlockHeaders & Header<"Retry-After">>;
            /** SERVICE_UNAVAILABLE. */
            503: Failure<"SERVICE_UNAVAILABLE", "STALE_PRICE" | "SERVICE_UNAVAILABLE", BlockHeaders & Header<"Retry-After">>;
        } & Shared<408 | 413 | 429>;
    }>;
    /** Builds the cancellation of an order, to be signed. Returns the funds of the order to the address stored in it. The network fee is paid from `utxos`. An order on a curve can be cancelled 20 minutes after it was placed. The transaction can be submitted for two hours. */
    "/cancel": Only<"post", {
        requestBody: Only<"content", Only<"application/json", {
            /** Transaction hash of the order. */
            txHash: string;
            /** Index of the order among its transaction's outputs. */
            index: string;
            /** Bech32 address that receives the change. The order, lock or launch belongs to its payment key. */
            changeAddress: string;
            /** Outputs to spend. `service-wallet`: the service looks up the outputs of the given address; it does not spend its own wallet. Or an array of outputs in hex CBOR, in the form of CIP-30 `getUtxos()`. Outputs that pending transactions spend, and outputs that cannot be read, are left out. */
            utxos: "service-wallet" | string[];
            /** Collateral outputs, encoded as in `utxos`. If the list is missing or empty, the service provides collateral. */
            collaterals?: string[];
        }>>;
        responses: {
            /** The cancellation. */
            200: Reply<BlockHeaders, Json<components["schemas"]["CancelBuild"]>>;
            /** INVALID_PARAMS. */
            400: Failure<"INVALID_PARAMS", "INVALID_REQUEST", BlockHeaders & Header<"Retry-After">>;
            /** SERVER_ERROR. */
            500: Failure<"SERVER_ERROR", "ALREADY_SPENT" | "INSUFFICIENT_FUNDS" | "MISSING_CONFIG" | "NODE_AWAY" | "NOT_AN_ORDER" | "NOT_FOUND" | "NOT_IN_BLOCK" | "NOT_THE_OWNER" | "NO_COLLATERAL" | "OUTPUT_TOO_SMALL" | "REFUSED" | "SCRIPT_FAILED" | "TOO_EARLY" | "TOO_LARGE" | "SERVER_ERROR", BlockHeaders & Header<"Retry-After">>;
        } & Shared<408 | 413 | 429 | 503>;
    }>;
    /** Builds the launch of a token, to be signed. Mints the token, opens its bonding curve and makes the initial purchase, if `initialDeposit` asks for one. Without `collaterals` the service provides collateral and signs for it. The transaction is valid for two hours. */
    "/launch": Only<"post", {
        requestBody: Only<"content", Only<"multipart/form-data", {
            /** The launch, JSON. */
            info: {
                /** Kind of the token. */
                assetType: "Meme" | "AI";
                /** Name of the token, and of its asset on the chain: at most 16 characters, 32 bytes of UTF-8. Invisible characters are refused, except those of emoji and the joiners of scripts that have them. */
                name: string;
                /** At most 6 letters or digits. */
                ticker: string;
                /** At most 500 characters. */
                description: string;
                /** URL of a page on X; an empty text for none. */
                twitter?: string;
                /** URL of an invite to a Discord server; an empty text for none. */
                discord?: string;
                /** URL of a Telegram group; an empty text for none. */
                telegram?: string;
                /** URL of a website; an empty text for none. */
                website?: string;
                /** HYPED: a launch with another curve, which limits the size of orders in the first minutes. Default: DEFAULT. */
                launchType?: "DEFAULT" | "HYPED";
                /** Initial purchase of the creator in lovelace, excluding fees. Omit it or send 0 for none; otherwise at least `minTradeAda`, and at most the amount that completes the curve. */
                initialDeposit?: string;
                /** Bech32 address of the creator, who pays, and receives tokens and change. */
                changeAddress: string;
                /** Outputs to spend. `service-wallet`: the service looks up the outputs of the given address; it does not spend its own wallet. Or an array of outputs in hex CBOR, in the form of CIP-30 `getUtxos()`. Outputs that pending transactions spend, and outputs that cannot be read, are left out. */
                utxos: "service-wallet" | string[];
                /** Collateral outputs, encoded as in `utxos`. If the list is missing or empty, the service provides collateral. */
                collaterals?: string[];
            };
            /** The token's image: PNG, JPEG or GIF, at most 5242880 bytes. */
            image: string;
        }>>;
        responses: {
            /** The launch. */
            200: Reply<BlockHeaders, Json<components["schemas"]["LaunchBuild"]>>;
            /** INVALID_PARAMS. */
            400: Failure<"INVALID_PARAMS", "INVALID_REQUEST", BlockHeaders & Header<"Retry-After">>;
            /** SERVER_ERROR. */
            500: Failure<"SERVER_ERROR", "ALREADY_SPENT" | "INSUFFICIENT_FUNDS" | "MAX_TRADE_AMOUNT" | "MIN_TRADE_AMOUNT" | "MISSING_CONFIG" | "NODE_AWAY" | "NO_COLLATERAL" | "NO_SEED" | "OUTPUT_TOO_SMALL" | "REFUSED" | "SCRIPT_FAILED" | "TOO_LARGE" | "SERVER_ERROR", BlockHeaders & Header<"Retry-After">>;
        } & Shared<408 | 429 | 503>;
    }>;
    /** Attaches signatures to a transaction. The transaction body is left unchanged, byte for byte. Signatures that do not match it are refused. */
    "/sign": Only<"post", {
        requestBody: Only<"content", Only<"application/json", {
            /** The unsigned transaction, CBOR in hex, unchanged. */
            cbor: string;
            /** Result of the wallet's CIP-30 `signTx`: a witness set in hex CBOR, or the signed transaction. */
            witness: string;
            /** Bech32 address that receives the change. The order, lock or launch belongs to its payment key. */
            changeAddress: string;
        }>>;
        responses: {
            /** The signed transaction. */
            200: Reply<BlockHeaders, Json<components["schemas"]["Signed"]>>;
            /** SERVER_ERROR. */
            500: Failure<"SERVER_ERROR", "UNREADABLE" | "WRONG_SIGNATURE" | "SERVER_ERROR", BlockHeaders & Header<"Retry-After">>;
        } & Shared<400 | 408 | 413 | 429 | 503>;
    }>;
    /** Attaches signatures to a transaction and submits it. After a lost connection, a timeout or an error without a refusal of the node, the transaction may have been accepted. Submit the same transaction again: an accepted one returns the same hash, unless the node has dropped it since. Never build a new one instead, which may trade twice. */
    "/sign-and-submit": Only<"post", {
        requestBody: paths["/sign"]["post"]["requestBody"];
        responses: {
            /** The node has accepted the transaction. */
            200: Reply<BlockHeaders, Json<components["schemas"]["Submitted"]>>;
            /** SERVER_ERROR. */
            500: Failure<"SERVER_ERROR", "ALREADY_SPENT" | "MISSING_SIGNATURE" | "NODE_AWAY" | "REFUSED" | "UNREADABLE" | "WRONG_SIGNATURE" | "SERVER_ERROR", BlockHeaders & Header<"Retry-After">>;
        } & Shared<400 | 408 | 413 | 429 | 503>;
    }>;
    /** Submits a signed transaction. After a lost connection, a timeout or an error without a refusal of the node, the transaction may have been accepted. Submit the same transaction again: an accepted one returns the same hash, unless the node has dropped it since. Never build a new one instead, which may trade twice. */
    "/submit": Only<"post", {
        requestBody: Only<"content", Only<"application/json", {
            /** The signed transaction, CBOR in hex. */
            cbor: string;
        }>>;
        responses: paths["/sign-and-submit"]["post"]["responses"];
    }>;
    /** The AsyncAPI document of the feed. Messages and frames of the WebSocket `/ws`, with their schemas, for generators of clients. */
    "/asyncapi.json": Only<"get", {
        /** An AsyncAPI 3.0 document. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Json<{
            [key: string]: unknown;
        }>>> & Shared<304 | 429 | 500>;
    }>;
    /** A list of the main page. At most 60 pools, largest first, then by pool id. A page of fewer pools is the last one. */
    "/v1/pools-main-page/initial/state": Only<"get", {
        parameters: Only<"query", {
            /** The list. Pools on their curve: `Latest` by last change, `New` by launch, `MCapDesc` by market cap, `Progress` by the collected share of their cap, at most 100 %. Graduated pools: `CompletedCreateOn` by launch, `CompletedMCap` by market cap. */
            filter: "Latest" | "New" | "MCapDesc" | "Progress" | "CompletedCreateOn" | "CompletedMCap";
            /** Only pools after this place: the value by which the list is sorted and the id of the last pool of a page, such as `2567442146:{pool.id}`. The values are `pool.timestamp`, `pool.createdOn`, `metrics.marketCap` and, for `Progress`, `pool.x.amount` × 10^12 / `pool.adaCapThreshold`, rounded down, at most 10^12. A pool that does not change is on exactly one of the pages, for any changes of others. */
            after?: string;
        }>;
        /** The pools. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Json<components["schemas"]["LiquidityPoolInfo"][]>>> & Shared<304 | 400 | 429 | 500 | 503>;
    }>;
    /** The king of the hill. The pool on a curve with the highest market cap, then the oldest; null if no token is on a curve. */
    "/v1/pools-main-page/koth": Only<"get", {
        /** The pool, or null. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Json<components["schemas"]["LiquidityPoolInfo"] | null>>> & Shared<304 | 429 | 500 | 503>;
    }>;
    /** The king of the hill. The pool on a curve with the highest market cap, then the oldest; null if no token is on a curve. */
    "/v1/koth": Only<"get", {
        /** The pool, or null. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Json<components["schemas"]["LiquidityPoolInfo"] | null>>> & Shared<304 | 429 | 500 | 503>;
    }>;
    /** Pools whose name, ticker or asset id contains a text. Pools that trade: first those whose name or ticker is the text or looks like it, last those found by a part of the id, and within these the highest market cap first. A token comes before later tokens with a similar name. A whole asset id, policy id or fingerprint finds only its tokens. */
    "/v1/pools-main-page/search": Only<"get", {
        parameters: Only<"query", {
            /** Part of a name, a ticker or an asset id (with or without its point), in upper or lower case, or a fingerprint (CIP-14). Texts are compared as they are shown: without invisible characters, and in the same form (NFKC). A name or a ticker also matches if a part of it looks like the text (UTS 39); spaces are then left out. */
            pattern: string;
            /** Pools to skip. */
            offset?: number;
            /** Maximum number of results. */
            limit?: number;
        }>;
        /** A page of pools. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Json<components["schemas"]["PoolPage"]>>> & Shared<304 | 400 | 429 | 500 | 503>;
    }>;
    /** Number of tokens that trade, and the volume of the last 24 hours. Tokens on a curve and graduated ones count; the volume is in lovelace. */
    "/v1/pools-main-page/totals": Only<"get", {
        /** The totals. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Json<{
            /** Number of tokens that trade, on curves and on AMM pools. */
            tokens: number;
            /** Number of these tokens that have graduated. */
            graduated: number;
            /** ADA traded in the last 24 hours, in whole buckets of five minutes, lovelace. */
            volume24h: string;
            /** Number of orders executed in the last 24 hours. */
            trades24h: number;
        }>>> & Shared<304 | 429 | 500 | 503>;
    }>;
    /** The pool of a token. State on the chain, market figures and metadata of a token's curve, or of its AMM pool after graduation. The feed sends each later state. */
    "/v1/pools-feed/initial/state": Only<"get", {
        parameters: Only<"query", {
            /** The token. */
            asset: string;
        }>;
        /** The pool. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Json<components["schemas"]["LiquidityPoolInfo"]>>> & Shared<304 | 400 | 404 | 429 | 500 | 503>;
    }>;
    /** Progress of a curve. Percentage of its cap that the curve has collected; 100 for a graduated token. */
    "/v1/pools-feed/curve/progress": Only<"get", {
        parameters: paths["/v1/pools-feed/initial/state"]["get"]["parameters"];
        /** The share. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Json<{
            /** Collected share of the cap in percent, with at most 2 decimals, rounded half up; 100 after graduation. */
            percent: string;
        }>>> & Shared<304 | 400 | 404 | 429 | 500 | 503>;
    }>;
    /** A token's launch details. Name, ticker, description, image and links as the launch states them: the member `info` of the pool. */
    "/v1/asset-info": Only<"get", {
        parameters: paths["/v1/pools-feed/initial/state"]["get"]["parameters"];
        /** The details. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Json<components["schemas"]["LaunchDetails"]>>> & Shared<304 | 400 | 404 | 429 | 500 | 503>;
    }>;
    /** Pools that traded in the last minutes or hours, ranked. A pool without a trade in the window is never listed. Trades without an order count in the volume, but not among the buyers. */
    "/v1/pools-main-page/hot": Only<"get", {
        parameters: Partial<Only<"query", {
            /** Length of the window, which ends with the running minute: 5 minutes, 1, 6 or 24 hours. */
            window?: "min5" | "hour1" | "hour6" | "day1";
            /** Figure that orders the pools. */
            rank?: "volume" | "buyers" | "trades" | "change" | "marketCap" | "holders" | "created";
            /** Sort order: largest or smallest first. */
            order?: "desc" | "asc";
            /** Limits the list to pools on their curve or on the AMM. */
            venue?: "curve" | "amm";
            /** Minimum market cap, lovelace. */
            minCap?: string;
            /** Maximum market cap, lovelace. */
            maxCap?: string;
            /** Minimum volume in the window, lovelace. */
            minVolume?: string;
            /** Minimum number of holders. */
            minHolders?: number;
            /** Maximum share of the creator in all tokens, percent. A pool with an unknown creator does not match. */
            maxCreator?: number;
            /** Minimum age since the launch, seconds. */
            minAge?: number;
            /** Maximum age since the launch, seconds. */
            maxAge?: number;
            /** Pools to skip. */
            offset?: number;
            /** Maximum number of results. */
            limit?: number;
        }>>;
        /** A page of pools. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Json<components["schemas"]["HotPools"]>>> & Shared<304 | 400 | 429 | 500 | 503>;
    }>;
    /** Pools of tokens that are followed, page by page. For watchlists: the body has the tokens. Tokens that are not listed are left out. */
    "/v1/following": Only<"post", {
        parameters: Partial<Only<"query", {
            /** Pools to skip. */
            offset?: number;
            /** Maximum number of results. */
            limit?: number;
        }>>;
        requestBody: Only<"content", Only<"application/json", string[]>>;
        /** Pools, in the order of the request. */
        responses: Only<200, Reply<BlockHeaders, Json<components["schemas"]["PoolPage"]>>> & Shared<400 | 408 | 413 | 429 | 500 | 503>;
    }>;
    /** All pools of tokens that are followed. The same as `/v1/following`, in one page. */
    "/v1/following/list": Only<"post", {
        requestBody: Only<"content", Only<"application/json", string[]>>;
        /** Pools, in the order of the request. */
        responses: Only<200, Reply<BlockHeaders, Json<components["schemas"]["PoolPage"]>>> & Shared<400 | 408 | 413 | 429 | 500 | 503>;
    }>;
    /** A token's orders, newest first. A filled order is listed only when a pool, or orders that filled each other, account for its amounts; other filled orders are only in their owner's history. Orders are sorted by the time of their last change of status. Without a body or keys the orders of all owners are listed. */
    "/v1/orders-feed/initial/state": Only<"post", {
        parameters: Only<"query", {
            /** The token. For a token that is not listed yet, only waiting orders are found. */
            asset: string;
            /** Orders to skip. */
            offset?: number;
            /** Maximum number of results. */
            limit?: number;
        }>;
        requestBody?: Only<"content", Only<"application/json", string[]>>;
        /** A page of orders. */
        responses: Only<200, Reply<BlockHeaders, Json<components["schemas"]["Orders"]>>> & Shared<400 | 408 | 413 | 429 | 500 | 503>;
    }>;
    /** A token's filled orders, newest first. A filled order is listed only when a pool, or orders that filled each other, account for its amounts; other filled orders are only in their owner's history. Without a body or keys the orders of all owners are listed. No order of the mempool is listed. */
    "/v1/orders-feed/initial/state/filled": Only<"post", {
        parameters: paths["/v1/orders-feed/initial/state"]["post"]["parameters"];
        requestBody?: Only<"content", Only<"application/json", string[]>>;
        /** A page of orders. */
        responses: Only<200, Reply<BlockHeaders, Json<components["schemas"]["Orders"]>>> & Shared<400 | 408 | 413 | 429 | 500 | 503>;
    }>;
    /** A token's open orders, newest first. Orders that can still be filled or cancelled, with those that wait in the mempool. */
    "/v1/orders-feed/initial/state/open": Only<"get", {
        parameters: paths["/v1/orders-feed/initial/state"]["post"]["parameters"];
        /** A page of orders. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Json<components["schemas"]["Orders"]>>> & Shared<304 | 400 | 429 | 500 | 503>;
    }>;
    /** Orders of all listed tokens, newest first. A filled order is listed only when a pool, or orders that filled each other, account for its amounts; other filled orders are only in their owner's history. */
    "/v1/orders-feed/latest": Only<"get", {
        parameters: Partial<Only<"query", {
            /** Maximum number of results. */
            limit?: number;
        }>>;
        /** The orders. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Json<components["schemas"]["Order"][]>>> & Shared<304 | 400 | 429 | 500 | 503>;
    }>;
    /** Filled orders of all listed tokens, newest first. A filled order is listed only when a pool, or orders that filled each other, account for its amounts; other filled orders are only in their owner's history. */
    "/v1/orders-feed/latest/filled": Only<"get", {
        parameters: paths["/v1/orders-feed/latest"]["get"]["parameters"];
        /** The orders. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Json<components["schemas"]["Order"][]>>> & Shared<304 | 400 | 429 | 500 | 503>;
    }>;
    /** An order by its output. `/order` returns this id before the order is submitted. The order is found once it is in the mempool or in a block. */
    "/v1/orders-feed/orders/{entityId}": Only<"get", {
        parameters: Only<"path", {
            /** The `entityId` of the order. */
            entityId: string;
        }>;
        /** The order. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Json<components["schemas"]["Order"]>>> & Shared<304 | 400 | 404 | 429 | 500 | 503>;
    }>;
    /** Sums of a key's filled orders of a token. Lovelace and tokens that the filled orders of one payment key bought and sold. */
    "/v1/orders-feed/metrics": Only<"get", {
        parameters: Only<"query", {
            /** The token. For a token that is not listed yet, only waiting orders are found. */
            asset: string;
            /** The owner's payment key hash. */
            pkh: string;
        }>;
        /** Sums of filled orders; null if no order was filled. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Json<components["schemas"]["OrderMetrics"] | null>>> & Shared<304 | 400 | 429 | 500 | 503>;
    }>;
    /** Orders of keys in all tokens, newest first. Open, filled and cancelled orders, with those that wait in the mempool. The body has the payment key hashes. */
    "/v1/user-history-feed/initial/state": Only<"post", {
        parameters: Partial<Only<"query", {
            /** Orders to skip. */
            offset?: number;
            /** Maximum number of results. */
            limit?: number;
        }>>;
        requestBody: Only<"content", Only<"application/json", string[]>>;
        /** A page of orders. */
        responses: Only<200, Reply<BlockHeaders, Json<components["schemas"]["Orders"]>>> & Shared<400 | 408 | 413 | 429 | 500 | 503>;
    }>;
    /** Orders of keys in a token, newest first. Open, filled and cancelled orders of one token. The body has the payment key hashes. */
    "/v1/user-history-feed/initial/state/by/asset": Only<"post", {
        parameters: paths["/v1/orders-feed/initial/state"]["post"]["parameters"];
        requestBody: Only<"content", Only<"application/json", string[]>>;
        /** A page of orders. */
        responses: Only<200, Reply<BlockHeaders, Json<components["schemas"]["Orders"]>>> & Shared<400 | 408 | 413 | 429 | 500 | 503>;
    }>;
    /** Open orders of keys in all tokens, newest first. Orders that can still be filled or cancelled, with those that wait in the mempool. The body has the payment key hashes. */
    "/v1/user-history-feed/initial/state/open": Only<"post", {
        parameters: paths["/v1/user-history-feed/initial/state"]["post"]["parameters"];
        requestBody: Only<"content", Only<"application/json", string[]>>;
        /** A page of orders. */
        responses: Only<200, Reply<BlockHeaders, Json<components["schemas"]["Orders"]>>> & Shared<400 | 408 | 413 | 429 | 500 | 503>;
    }>;
    /** The outcome of an order, by its beacon. Includes the orders that continued it after partial fills. Anybody may write a beacon into an order. If several orders have the same beacon, the response is the order from whose transaction the beacon is derived. If there is none, it is the first order on the chain, or else in the mempool. */
    "/v1/user-history-feed/order/trades": Only<"get", {
        parameters: Only<"query", {
            /** The `beacon` of the order. */
            beacon: string;
        }>;
        /** The order. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Json<components["schemas"]["OrderTrade"]>>> & Shared<304 | 400 | 404 | 429 | 500 | 503>;
    }>;
    /** The latest blocks, newest first. At most the last 100 blocks since the service began to follow the chain. */
    "/v1/blocks/latest": Only<"get", {
        parameters: paths["/v1/orders-feed/latest"]["get"]["parameters"];
        /** The blocks. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Json<components["schemas"]["BlockSummary"][]>>> & Shared<304 | 400 | 429 | 500 | 503>;
    }>;
    /** The image of a launched token. Serves images that were uploaded to this service with a launch. Other images are available from IPFS gateways. Each image has small copies, made from its first frame. */
    "/ipfs/{cid}": Only<"get", {
        parameters: {
            query?: {
                /** Width and height of the square copy in pixels; the copy never has the bytes of the image. Without a size, the image itself is returned. */
                side?: "64" | "256";
            };
            path: {
                /** Content id: the `logoCID` of a launch. */
                cid: string;
            };
        };
        /** The image: `image/png`, `image/jpeg` or `image/gif`; a copy is `image/webp`. */
        responses: Only<200, Reply<BlockHeaders, Only<"image/*", unknown>>> & Shared<400 | 404 | 429 | 500>;
    }>;
    /** The given images that the service has. Lets a page with many images request only those that this service has. */
    "/ipfs/held": Only<"post", {
        requestBody: Only<"content", Only<"application/json", string[]>>;
        /** The content ids. */
        responses: Only<200, Reply<BlockHeaders, Json<string[]>>> & Shared<400 | 408 | 413 | 429 | 500 | 503>;
    }>;
    /** Unspent vestings that a key may redeem. Locks of any token whose outputs are unspent, whether they have ended or not. */
    "/v1/vesting/get-by-redeemer": Only<"post", {
        parameters: Only<"query", {
            /** Payment key hash of the redeemer: a single hash, although the name is plural. */
            redeemerVkhs: string;
        }>;
        requestBody?: Only<"content", Only<"application/json", unknown>>;
        /** The vestings; an empty list if there are none. */
        responses: Only<200, Reply<BlockHeaders, Json<{
            /** Unspent vestings, including expired ones, sorted by `lockUntil` and then by `id` (with its index as a number). At most 10,000 are returned. */
            vestings: components["schemas"]["Vesting"][];
        }>>> & Shared<400 | 408 | 413 | 429 | 500 | 503>;
    }>;
    /** Unspent vestings of a token. Locks of the token whose outputs are unspent, of any redeemer. */
    "/v1/vesting/get-by-asset/{assetId}": Only<"post", {
        parameters: Only<"path", {
            /** The token. */
            assetId: string;
        }>;
        requestBody?: Only<"content", Only<"application/json", unknown>>;
        /** The vestings; an empty list if there are none. */
        responses: paths["/v1/vesting/get-by-redeemer"]["post"]["responses"];
    }>;
    /** Builds a vesting lock, to be signed. Creates one output per stage, at equal intervals. The key of `address` can redeem each output once its lock has ended. */
    "/create-lock": Only<"post", {
        requestBody: Only<"content", Only<"application/json", {
            /** Bech32 address that pays for the lock and owns it. */
            address: string;
            /** The token to lock. */
            assetId: string;
            /** Tokens to lock, all stages together. */
            amount: string;
            /** Unlock time of the last stage, Unix milliseconds. */
            lockEnd: number;
            /** Number of equal stages. The last one includes any remainder. */
            stagesCount: number;
        }>>;
        responses: {
            /** The lock. */
            200: Reply<BlockHeaders, Json<components["schemas"]["LockBuild"]>>;
            /** INVALID_AMOUNT, INVALID_LOCK_END, INVALID_PARAMS. */
            400: Failure<"INVALID_AMOUNT" | "INVALID_LOCK_END" | "INVALID_PARAMS", "INVALID_REQUEST" | "INVALID_LOCK_END" | "INVALID_AMOUNT", BlockHeaders & Header<"Retry-After">>;
            /** SERVER_ERROR. */
            500: Failure<"SERVER_ERROR", "INSUFFICIENT_FUNDS" | "MISSING_CONFIG" | "NODE_AWAY" | "OUTPUT_TOO_SMALL" | "TOO_LARGE" | "SERVER_ERROR", BlockHeaders & Header<"Retry-After">>;
        } & Shared<408 | 413 | 429 | 503>;
    }>;
    /** Builds the withdrawal of a vesting lock that has ended, to be signed. Pays the contents of the lock to `address`, whose key must be its redeemer. If the wallet has no output of 5 ADA for collateral, the service provides one and signs for it; in both cases pass `true` as `partialSign` of CIP-30 `signTx`. The transaction can be submitted for two hours. */
    "/withdraw": Only<"post", {
        requestBody: Only<"content", Only<"application/json", {
            /** The `id` of the vesting. */
            id: string;
            /** Bech32 address of the redeemer, which receives the contents of the lock. Without `utxos` its outputs pay the fee. */
            address: string;
            /** Outputs to spend. `service-wallet`: the service looks up the outputs of the given address; it does not spend its own wallet. Or an array of outputs in hex CBOR, in the form of CIP-30 `getUtxos()`. Outputs that pending transactions spend, and outputs that cannot be read, are left out. */
            utxos?: "service-wallet" | string[];
            /** Collateral outputs, encoded as in `utxos`. If the list is missing or empty, the service provides collateral. */
            collaterals?: string[];
        }>>;
        responses: {
            /** The withdrawal. */
            200: Reply<BlockHeaders, Json<components["schemas"]["LockBuild"]>>;
            /** INVALID_DATUM, INVALID_PARAMS, LOCK_NOT_EXPIRED, UTxO_SPENT. */
            400: Failure<"INVALID_DATUM" | "INVALID_PARAMS" | "LOCK_NOT_EXPIRED" | "UTxO_SPENT", "ALREADY_SPENT" | "INVALID_REQUEST" | "NOT_A_LOCK" | "TOO_EARLY", BlockHeaders & Header<"Retry-After">>;
            /** NOT_OWNER. */
            403: Failure<"NOT_OWNER", "NOT_THE_OWNER", BlockHeaders & Header<"Retry-After">>;
            /** UTxO_NOT_FOUND. */
            404: Failure<"UTxO_NOT_FOUND", "NOT_FOUND", BlockHeaders & Header<"Retry-After">>;
            /** SERVER_ERROR. */
            500: Failure<"SERVER_ERROR", "INSUFFICIENT_FUNDS" | "MISSING_CONFIG" | "NODE_AWAY" | "NO_COLLATERAL" | "OUTPUT_TOO_SMALL" | "REFUSED" | "SCRIPT_FAILED" | "TOO_LARGE" | "SERVER_ERROR", BlockHeaders & Header<"Retry-After">>;
        } & Shared<408 | 413 | 429 | 503>;
    }>;
    /** The launchpad as a page. Tokens, charts, trades, launches and a wallet, for people. It uses this API and the feed only. */
    "/": Only<"get", {
        /** The page. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Only<"text/html; charset=utf-8", string>>> & Shared<304 | 429 | 500>;
    }>;
    /** A file of the page. The page names the files that it needs. A name changes with the content, so a browser may cache a file for ever. */
    "/explorer/{file}": Only<"get", {
        parameters: Only<"path", {
            /** Name of the file, which changes with its content. */
            file: string;
        }>;
        /** A script, a style sheet or a font. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Only<"*/*", string>>> & Shared<304 | 400 | 404 | 429 | 500>;
    }>;
    /** A token's page, with the tags of a preview. The same page as `/`. Its tags give name, figures and picture of the token to sites that show a preview of a link. */
    "/token/{asset}": Only<"get", {
        parameters: Only<"path", {
            /** The token. */
            asset: string;
        }>;
        /** The page. */
        responses: Only<200, Reply<BlockHeaders, Only<"text/html; charset=utf-8", string>>> & Shared<400 | 429 | 500>;
    }>;
    /** The picture of a shared link to a token, of 1,200 × 630 pixels. A PNG with name, image, price, market cap and progress of the token, for previews of links. */
    "/token/{asset}/picture": Only<"get", {
        parameters: paths["/token/{asset}"]["get"]["parameters"];
        /** The picture. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Only<"image/png", unknown>>> & Shared<304 | 400 | 404 | 429 | 500 | 503>;
    }>;
    /** The page, which shows the view of this name. The same page as `/`; its script reads the view from the URL. */
    "/view/{view}": Only<"get", {
        parameters: Only<"path", {
            /** Name of the view. */
            view: string;
        }>;
        /** The page. */
        responses: Only<200, Reply<BlockHeaders, Only<"text/html; charset=utf-8", string>>> & Shared<400 | 429 | 500>;
    }>;
    /** The page, which shows the figures and trades of a trader. The same page as `/`; its script reads the trader from the URL. */
    "/trader/{address}": Only<"get", {
        parameters: Only<"path", {
            /** Address of the trader, or the hash of its payment key. */
            address: string;
        }>;
        /** The page. */
        responses: Only<200, Reply<BlockHeaders, Only<"text/html; charset=utf-8", string>>> & Shared<400 | 429 | 500>;
    }>;
    /** Paths that search engines are asked to leave out. Pages may be listed by search engines, responses of the API may not. */
    "/robots.txt": Only<"get", {
        /** The paths. */
        responses: Only<200, Reply<BlockHeaders, Only<"text/plain", string>>> & Shared<429 | 500>;
    }>;
    /** Configuration of the datafeed. The features of the datafeed, in TradingView's format. A chart requests them first. */
    "/udf/config": Only<"get", {
        responses: {
            /** The configuration. */
            200: Reply<BlockHeaders, Json<{
                /** The service has a search for tokens. */
                supports_search: true;
                /** Symbols are requested one by one. */
                supports_group_request: false;
                /** There are no marks on bars. */
                supports_marks: false;
                /** There are no marks on the time scale. */
                supports_timescale_marks: false;
                /** The service answers requests for its time. */
                supports_time: true;
                /** Lengths of bars. */
                supported_resolutions: string[];
                /** Exchanges, for the filter of a search. */
                exchanges: {
                    /** Value for a search; empty for all. */
                    value: string;
                    /** Name. */
                    name: string;
                    /** Description. */
                    desc?: string;
                }[];
                /** Kinds of symbols, for the filter of a search. */
                symbols_types: {
                    /** Value for a search; empty for all. */
                    value: string;
                    /** Name. */
                    name: string;
                    /** Description. */
                    desc?: string;
                }[];
            }>>;
            429: components["responses"]["UdfError.RATE_LIMITED"];
            500: components["responses"]["UdfError.SERVER_ERROR"];
        };
    }>;
    /** The time of the service, Unix seconds. A number as plain text. Charts use it to start a new bar. */
    "/udf/time": Only<"get", {
        responses: {
            /** The time. */
            200: Reply<BlockHeaders, Only<"text/plain; charset=utf-8", string>>;
            429: components["responses"]["UdfError.RATE_LIMITED"];
            500: components["responses"]["UdfError.SERVER_ERROR"];
        };
    }>;
    /** A token by its asset id or its ticker. Unit, price scale and lengths of bars of a token's chart. An unknown token returns `s: error` with status 200. */
    "/udf/symbols": Only<"get", {
        parameters: Only<"query", {
            /** Asset id or ticker, with `/ADA` (default) or `/lovelace` for the unit of prices. If several tokens have the ticker, the token with the highest market cap is used. */
            symbol: string;
        }>;
        responses: {
            /** The symbol. */
            200: Reply<BlockHeaders & Header<"ETag">, Json<{
                /** Ticker of the token, and the unit. */
                name: string;
                /** Symbol for `/udf/history`: the asset id, with `/lovelace` for prices in lovelace. */
                ticker: string;
                /** Name of the token, and the unit of its price. */
                description: string;
                /** Kind of the symbol. */
                type: "crypto";
                /** Trading never pauses. */
                session: "24x7";
                /** Time zone of the exchange. */
                timezone: "Etc/UTC";
                /** Exchange on which the symbol trades. */
                exchange: "launchpad";
                /** Exchange that lists the symbol. */
                listed_exchange: "launchpad";
                /** Display format of prices. */
                format: "price";
                /** Number of `pricescale` steps in the smallest price change. */
                minmov: 1;
                /** There are bars of minutes. */
                has_intraday: true;
                /** There are bars of days. */
                has_daily: true;
                /** There are bars of weeks and months. */
                has_weekly_and_monthly: true;
                /** Bars are current, without delay. */
                data_status: "streaming";
                /** Unit of prices: `ADA` or `lovelace`. */
                currency_code: string;
                /** Number of price steps in one unit. */
                pricescale: number;
                /** Decimals of volumes. */
                volume_precision: number;
                /** Lengths of bars shorter than a day, in minutes. */
                intraday_multipliers: string[];
                /** Lengths of bars. */
                supported_resolutions: string[];
            } | components["schemas"]["UdfError"]>>;
            400: components["responses"]["UdfError.INVALID_PARAMS"];
            429: components["responses"]["UdfError.RATE_LIMITED"];
            500: components["responses"]["UdfError.SERVER_ERROR"];
            503: components["responses"]["UdfError.SERVICE_UNAVAILABLE"];
        } & Shared<304>;
    }>;
    /** Tokens whose name, ticker or asset id contains a text. For the search of a chart. Prices of these symbols are in ADA. */
    "/udf/search": Only<"get", {
        parameters: Only<"query", {
            /** Text to search for; empty for all tokens. */
            query: string;
            /** Only symbols of this exchange. */
            exchange?: string;
            /** Only symbols of this kind. */
            type?: string;
            /** Maximum number of results. */
            limit?: number;
        }>;
        responses: {
            /** The tokens, in the order of `/v1/pools-main-page/search`. */
            200: Reply<BlockHeaders & Header<"ETag">, Json<{
                /** Ticker of the token, and the unit. */
                symbol: string;
                /** Symbol with its exchange. */
                full_name: string;
                /** Name of the token. */
                description: string;
                /** Exchange on which the symbol trades. */
                exchange: "launchpad";
                /** The asset id. */
                ticker: string;
                /** Kind of the symbol. */
                type: "crypto";
            }[]>>;
            400: components["responses"]["UdfError.INVALID_PARAMS"];
            429: components["responses"]["UdfError.RATE_LIMITED"];
            500: components["responses"]["UdfError.SERVER_ERROR"];
            503: components["responses"]["UdfError.SERVICE_UNAVAILABLE"];
        } & Shared<304>;
    }>;
    /** Bars of a token in columns, oldest first. The bars of `/v1/charts/history` with ADA as quote, digit by digit, in the unit of the symbol. */
    "/udf/history": Only<"get", {
        parameters: Only<"query", {
            /** Asset id or ticker, with `/ADA` (default) or `/lovelace` for the unit of prices. If several tokens have the ticker, the token with the highest market cap is used. */
            symbol: string;
            /** Length of a bar: a number of minutes, or `1D`, `1W` or `1M`. */
            resolution: "1" | "5" | "15" | "30" | "60" | "240" | "1D" | "1W" | "1M" | "D" | "W" | "M";
            /** Start of the range, Unix seconds, inclusive; a time before 1970 counts as 1970. */
            from: number;
            /** End of the range, Unix seconds, exclusive. */
            to: number;
            /** Number of bars to return before `to`, instead of the bars from `from` on; at most 5000 are returned. */
            countback?: number;
        }>;
        responses: {
            /** The bars, or a status if there is none. */
            200: {
                headers: BlockHeaders & Header<"ETag">;
                content: {
                    "application/json; charset=utf-8": {
                        /** There are bars. */
                        s: "ok";
                        /** Starts of the bars, Unix seconds. */
                        t: number[];
                        /** Opening prices, in the unit of the symbol. */
                        o: number[];
                        /** Highest prices. */
                        h: number[];
                        /** Lowest prices. */
                        l: number[];
                        /** Closing prices. */
                        c: number[];
                        /** Amounts traded, in the unit of the symbol. */
                        v: number[];
                    } | {
                        /** No bar is in the range. */
                        s: "no_data";
                        /** Start of the next older bar, Unix seconds. */
                        nextTime?: number;
                    } | components["schemas"]["UdfError"];
                };
            };
            400: components["responses"]["UdfError.INVALID_PARAMS"];
            429: components["responses"]["UdfError.RATE_LIMITED"];
            500: components["responses"]["UdfError.SERVER_ERROR"];
            503: components["responses"]["UdfError.SERVICE_UNAVAILABLE"];
        } & Shared<304>;
    }>;
    /** Last prices and the bars of the day. For the watchlist of a chart: the last price, its change since the close of the day before, and the bar of this day in UTC. */
    "/udf/quotes": Only<"get", {
        parameters: Only<"query", {
            /** Symbols, separated by commas. */
            symbols: string;
        }>;
        responses: {
            /** The quotes. */
            200: Reply<BlockHeaders & Header<"ETag">, Json<{
                /** The request succeeded. */
                s: "ok";
                /** The quotes, in the order of the request. */
                d: ({
                    /** The symbol is known. */
                    s: "ok";
                    /** The symbol as in the request. */
                    n: string;
                    /** The figures. */
                    v: {
                        /** Change since the close of the day before. */
                        ch: number;
                        /** Change in percent, rounded to two decimals. */
                        chp: number;
                        /** Ticker of the token, and the unit. */
                        short_name: string;
                        /** Exchange on which the symbol trades. */
                        exchange: "launchpad";
                        /** Name of the token. */
                        description: string;
                        /** Last price, in the unit of the symbol. */
                        lp: number;
                        /** The last price. */
                        ask: number;
                        /** The last price. */
                        bid: number;
                        /** Price at the start of the day's first bar (UTC). */
                        open_price: number;
                        /** Highest price of the day. */
                        high_price: number;
                        /** Lowest price of the day. */
                        low_price: number;
                        /** Last price of the days before; at a launch its first price. */
                        prev_close_price: number;
                        /** Amount traded on the day, in the unit of the symbol. */
                        volume: number;
                    };
                } | {
                    /** No token has the symbol. */
                    s: "error";
                    /** The symbol as in the request. */
                    n: string;
                    /** Empty. */
                    v: Record<string, never>;
                })[];
            }>>;
            400: components["responses"]["UdfError.INVALID_PARAMS"];
            429: components["responses"]["UdfError.RATE_LIMITED"];
            500: components["responses"]["UdfError.SERVER_ERROR"];
            503: components["responses"]["UdfError.SERVICE_UNAVAILABLE"];
        } & Shared<304>;
    }>;
    /** The newest confirmed block. Events up to this block can be read, and no fork takes them back: the setting `CONFIRMATIONS` has the number of later blocks. */
    "/dex/latest-block": Only<"get", {
        /** The block. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Json<{
            /** The block. */
            block: {
                /** Height of the block. */
                blockNumber: number;
                /** Time of the block, Unix seconds. */
                blockTimestamp: number;
            };
        }>>> & Shared<304 | 429 | 500 | 503>;
    }>;
    /** A listed token, or ADA. Name, symbol, decimals and supply, which aggregators request once for each token. */
    "/dex/asset": Only<"get", {
        parameters: Only<"query", {
            /** The token; `.` for ADA. */
            id: string;
        }>;
        /** The asset. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Json<{
            /** The asset. */
            asset: {
                /** Asset id; `.` for ADA. */
                id: string;
                /** Name; never empty. */
                name: string;
                /** Ticker; never empty. */
                symbol: string;
                /** Number of decimals: 0 for a launched token, 6 for ADA. */
                decimals: number;
                /** In whole units. For a token, the amount that its launch minted, including burnt tokens. */
                totalSupply: string;
                /** Id at CoinGecko; only of ADA. */
                coinGeckoId?: string;
                /** Id at CoinMarketCap; only of ADA. */
                coinMarketCapId?: string;
                /** Of a token: `policyId`, `assetName` in hex, and `decimals`. */
                metadata?: {
                    [key: string]: string;
                };
            };
        }>>> & Shared<304 | 400 | 404 | 429 | 500 | 503>;
    }>;
    /** The curve or the AMM pool of a token, as a pair with ADA. A token has a pair for its curve and, after graduation, one for its AMM pool, because reserves, fee and price change then. A pair is named by the NFT of its pool: the members `id` and `cpmmPoolId` of a pool. */
    "/dex/pair": Only<"get", {
        parameters: Only<"query", {
            /** Asset id of the NFT of the pool. */
            id: string;
        }>;
        /** The pair. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Json<{
            /** The pair. */
            pair: {
                /** Asset id of the NFT of the curve pool or the AMM pool. */
                id: string;
                /** Name of the exchange: the setting `DEX_KEY`. */
                dexKey: string;
                /** Asset id of the token. */
                asset0Id: string;
                /** ADA. */
                asset1Id: ".";
                /** Height of the block of its launch or graduation; absent if that was not seen. */
                createdAtBlockNumber?: number;
                /** Time of this block, Unix seconds. */
                createdAtBlockTimestamp?: number;
                /** Transaction of its launch or graduation. */
                createdAtTxnId?: string;
                /** Fee in 1/10,000: on the curve the fee of orders, on the AMM the fees of the pool: of liquidity, treasury and royalty. */
                feeBps: number;
                /** `venue`: `curve` or `amm`. */
                metadata: {
                    [key: string]: string;
                };
            };
        }>>> & Shared<304 | 400 | 404 | 429 | 500 | 503>;
    }>;
    /** Swaps, deposits and withdrawals of all pairs in a range of blocks. At most 1000 blocks up to the newest confirmed one, and at most 10000 events unless it is one block. Orders that filled each other without a pool are left out. */
    "/dex/events": Only<"get", {
        parameters: Only<"query", {
            /** First block, inclusive. */
            fromBlock: number;
            /** Last block, inclusive. */
            toBlock: number;
        }>;
        /** The events. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Json<{
            /** The events, in the order of the chain. */
            events: ({
                /** The block. */
                block: {
                    /** Height of the block. */
                    blockNumber: number;
                    /** Time of the block, Unix seconds. */
                    blockTimestamp: number;
                };
                /** Transaction. */
                txnId: string;
                /** Place of the transaction among the launchpad's transactions of the block. */
                txnIndex: number;
                /** Place of the event in its transaction. */
                eventIndex: number;
                /** Address of the trader, bech32; if the transaction's trader is unknown, the id of the transaction. */
                maker: string;
                /** The pair. */
                pairId: string;
                /** A trade with the pool. */
                eventType: "swap";
                /** ADA that a buyer paid, before the fee of the order. */
                asset1In?: string;
                /** Tokens that a buyer received. */
                asset0Out?: string;
                /** Tokens that a seller paid. */
                asset0In?: string;
                /** ADA that a seller received, after the fee of the order. */
                asset1Out?: string;
                /** Price after the trade, ADA per token. */
                priceNative: string;
                /** Reserves of the pool after the transaction. */
                reserves: {
                    /** Tokens. */
                    asset0: string;
                    /** ADA. */
                    asset1: string;
                };
            } | {
                /** The block. */
                block: {
                    /** Height of the block. */
                    blockNumber: number;
                    /** Time of the block, Unix seconds. */
                    blockTimestamp: number;
                };
                /** Transaction. */
                txnId: string;
                /** Place of the transaction among the launchpad's transactions of the block. */
                txnIndex: number;
                /** Place of the event in its transaction. */
                eventIndex: number;
                /** Address of the trader, bech32; if the transaction's trader is unknown, the id of the transaction. */
                maker: string;
                /** The pair. */
                pairId: string;
                /** Whether the amounts joined or left the pool. */
                eventType: "join" | "exit";
                /** Tokens. */
                amount0: string;
                /** ADA. */
                amount1: string;
                /** Reserves of the pool after the transaction. */
                reserves: {
                    /** Tokens. */
                    asset0: string;
                    /** ADA. */
                    asset1: string;
                };
            })[];
        }>>> & Shared<304 | 400 | 429 | 500 | 503>;
    }>;
    /** Tokens that traded in the 24 hours before the newest confirmed block. Last, highest and lowest price in ADA, and the volume of both sides, of trades with a pool. Orders that filled each other are left out. */
    "/dex/tickers": Only<"get", {
        /** A ticker for each token. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Json<{
            /** Id for `/historical_trades`: the token and ADA. */
            ticker_id: string;
            /** Asset id of the token. */
            base_currency: string;
            /** ADA. */
            target_currency: "ADA";
            /** Pair in which it trades now, as in `/dex/pair`. */
            pool_id: string;
            /** Price after the last trade, ADA per token. */
            last_price: string;
            /** Tokens traded in the 24 hours before the newest confirmed block. */
            base_volume: string;
            /** ADA traded in these hours. */
            target_volume: string;
            /** Highest price after a trade in these hours, ADA per token. */
            high: string;
            /** Lowest price after a trade in these hours, ADA per token. */
            low: string;
            /** Twice the ADA reserve, in US dollars; absent without a rate (`ADA_USD_RATE_URL`). */
            liquidity_in_usd?: string;
        }[]>>> & Shared<304 | 429 | 500 | 503>;
    }>;
    /** Trades of a ticker, newest first. Confirmed trades with a pool; prices are in ADA per token. */
    "/dex/historical_trades": Only<"get", {
        parameters: Only<"query", {
            /** Ticker, as in `/dex/tickers`. */
            ticker_id: string;
            /** Only this side. */
            type?: "buy" | "sell";
            /** Maximum number of trades of both sides; 0 stands for 1000. */
            limit?: number;
            /** First time, inclusive; Unix seconds or milliseconds. */
            start_time?: number;
            /** Last time, inclusive; Unix seconds or milliseconds. */
            end_time?: number;
        }>;
        /** The trades by side. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Json<{
            /** Purchases, newest first. */
            buy: {
                /** Place of the trade on the chain; greater for later trades. */
                trade_id: number;
                /** Price after the trade, ADA per token. */
                price: string;
                /** Tokens. */
                base_volume: string;
                /** ADA. */
                target_volume: string;
                /** Time of the block, Unix milliseconds. */
                trade_timestamp: number;
                /** Side of the trader. */
                type: "buy" | "sell";
            }[];
            /** Sales, newest first. */
            sell: {
                /** Place of the trade on the chain; greater for later trades. */
                trade_id: number;
                /** Price after the trade, ADA per token. */
                price: string;
                /** Tokens. */
                base_volume: string;
                /** ADA. */
                target_volume: string;
                /** Time of the block, Unix milliseconds. */
                trade_timestamp: number;
                /** Side of the trader. */
                type: "buy" | "sell";
            }[];
        }>>> & Shared<304 | 400 | 404 | 429 | 500 | 503>;
    }>;
    /** Metadata of a token, for wallets. Properties of CIP-26, without signatures, in the format of the public token registry. A browser saves the response under the file name that the registry requires. */
    "/metadata/{subject}": Only<"get", {
        parameters: Only<"path", {
            /** Policy id and asset name in hex, without a point. */
            subject: string;
        }>;
        /** The metadata. */
        responses: Only<200, {
            headers: BlockHeaders & Header<"ETag"> & {
                /** The name of the file: `{subject}.json`. */
                "Content-Disposition"?: string;
            };
            content: Json<components["schemas"]["TokenMetadata"]>;
        }> & Shared<304 | 400 | 404 | 429 | 500 | 503>;
    }>;
    /** All properties of a token. Properties of CIP-26, without signatures, in the format of the public token registry. A browser saves the response under the file name that the registry requires. */
    "/metadata/{subject}/properties": Only<"get", {
        parameters: paths["/metadata/{subject}"]["get"]["parameters"];
        /** The metadata. */
        responses: paths["/metadata/{subject}"]["get"]["responses"];
    }>;
    /** One property of a token. The response has only the subject and this property. NOT_FOUND if the token lacks it. */
    "/metadata/{subject}/properties/{property}": Only<"get", {
        parameters: Only<"path", {
            /** Policy id and asset name in hex, without a point. */
            subject: string;
            /** Name of a property. */
            property: "name" | "description" | "ticker" | "decimals" | "url" | "logo";
        }>;
        /** The subject with this property. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Json<components["schemas"]["TokenMetadata"]>>> & Shared<304 | 400 | 404 | 429 | 500 | 503>;
    }>;
    /** Metadata of several tokens, for wallets. Tokens that are not listed are left out. Only the first 200 listed ones have a logo. */
    "/metadata/query": Only<"post", {
        requestBody: Only<"content", Only<"application/json", {
            /** The tokens; other subjects are left out. */
            subjects: string[];
            /** Only these properties; by default all. */
            properties?: string[];
        }>>;
        /** The metadata of the listed tokens. */
        responses: Only<200, Reply<BlockHeaders, Json<{
            /** The metadata, in the order of the request. */
            subjects: components["schemas"]["TokenMetadata"][];
        }>>> & Shared<400 | 408 | 413 | 429 | 500 | 503>;
    }>;
    /** Whether the process is alive. Responds with 200 as long as the process responds, even while it is not ready. For the liveness probe of an orchestrator. */
    "/healthz": Only<"get", {
        /** Alive. */
        responses: Only<200, Reply<BlockHeaders, Json<{
            /** Always ok: the process responds. */
            status: "ok";
        }>>> & Shared<500>;
    }>;
    /** Whether the service is ready for traffic. Ready while the read models can be read and follow the tip of the node; `checks` has each reason against it. For load balancers and for the readiness probe of an orchestrator. */
    "/readyz": Only<"get", {
        responses: {
            /** Ready. `degraded`: a part does not work; `checks` names it and the reason. */
            200: Reply<BlockHeaders, Json<components["schemas"]["Readiness"]>>;
            /** Not ready; `checks` has the reasons. */
            503: Reply<BlockHeaders, Json<components["schemas"]["Readiness"]>>;
        } & Shared<500>;
    }>;
    /** Whether the service is ready for traffic. Ready while the read models can be read and follow the tip of the node; `checks` has each reason against it. For load balancers and for the readiness probe of an orchestrator. */
    "/healthcheck": Only<"get", {
        responses: paths["/readyz"]["get"]["responses"];
    }>;
    /** Sync status: tips of node, log and models, running refolds, problems. For operators: the progress of the service, its running rebuilds and copies, and its problems. */
    "/status": Only<"get", {
        /** The status. */
        responses: Only<200, Reply<BlockHeaders, Json<{
            /** Network of the node. */
            network: string;
            /** State of the indexer. `silent`: no report for a minute. */
            state: "connecting" | "syncing" | "following" | "waiting" | "rebuilding" | "stopped" | "silent";
            /** Reason why the indexer waits or has stopped; null if there is none. */
            problem: string | null;
            /** The node's tip; null while unknown or at origin. */
            node: {
                /** Slot of the block. */
                slot: number;
                /** Block id: header hash, 32 bytes in hex. */
                id: string;
                /** Height of the block. */
                height: number;
            } | null;
            /** The last block of the log. */
            log: {
                /** Slot of the block. */
                slot: number;
                /** Block id: header hash, 32 bytes in hex. */
                id: string;
                /** Height of the block. */
                height: number;
            } | null;
            /** The last block of the models. */
            models: {
                /** Slot of the block. */
                slot: number;
                /** Block id: header hash, 32 bytes in hex. */
                id: string;
                /** Height of the block. */
                height: number;
            } | null;
            /** The block up to which the log keeps only what is needed after it, so that it is smaller; null if it keeps whole blocks. */
            base: {
                /** Slot of the block. */
                slot: number;
                /** Block id: header hash, 32 bytes in hex. */
                id: string;
                /** Height of the block. */
                height: number;
                /** SHA-256 of what the log keeps, equal for all logs with this start and base; null while it moves. */
                digest: string | null;
            } | null;
            /** Lag of the models behind the node. */
            lag: {
                /** Blocks by which the models are behind the node's tip; null while the tip is unknown. */
                blocks: number | null;
                /** Age of the models' last block in seconds, relative to now or to the tip of a recorded chain; null while unknown. */
                seconds: number | null;
            };
            /** The copy of the models in PostgreSQL; null without POSTGRES_URL. */
            mirror: {
                /** `standby`: another indexer writes the copy, or is ahead. `loading`: everything is copied. `stopped`: the operator must decide. `silent`: no report for a minute. */
                state: "connecting" | "standby" | "loading" | "following" | "waiting" | "stopped" | "silent";
                /** Reason why nothing is copied; null if copying works. */
                problem: string | null;
                /** The last block that the copy is known to contain. */
                copy: {
                    /** Slot of the block. */
                    slot: number;
                    /** Block id: header hash, 32 bytes in hex. */
                    id: string;
                    /** Height of the block. */
                    height: number;
                } | null;
                /** Number of blocks by which the copy is behind the models; null while unknown. */
                lag: number | null;
                /** Progress of loading; null in other states. */
                loaded: {
                    /** Number of rows copied. */
                    rows: number;
                    /** Number of rows to copy. */
                    of: number;
                } | null;
            } | null;
            /** The published models; null without PUBLISH_DIR and PUBLISH_URL. */
            publishing: {
                /** `standby`: another indexer publishes. `stopped`: the operator must decide. `silent`: no report for a minute. */
                state: "publishing" | "standby" | "waiting" | "stopped" | "silent";
                /** Reason why nothing is published; null if publishing works. */
                problem: string | null;
                /** The last published block; null before the first since the start. */
                published: {
                    /** Slot of the block. */
                    slot: number;
                    /** Block id: header hash, 32 bytes in hex. */
                    id: string;
                    /** Height of the block. */
                    height: number;
                } | null;
                /** Number of blocks by which the published models are behind the models; null while unknown. */
                lag: number | null;
            } | null;
            /** Blocks folded per second, average of the last ten seconds. */
            rate: number;
            /** The config documents, whose files are watched. */
            config: {
                /** Reason why the current file of the protocol config is not used; null if it is used. */
                protocol: string | null;
                /** Reason why the current file of the contracts config is not used; null if it is used. */
                contracts: string | null;
                /** Reason why the current file of the operations config is not used; null if it is used. */
                operations: string | null;
            };
            /** Parts that do not work until the operator supplies something, one sentence each. */
            lacks: string[];
            /** Read models that are being folded again in the background, by name, or `all`. Meanwhile, responses come from the old models. */
            refolding: "all" | string[];
            /** Number of the last event of the log that the models contain. */
            seq: number | null;
            /** Pools that resemble the launchpad's and are not listed, by reason. New witnesses, executors and tiers of the launchpad must be added to the operations config. */
            rejections: {
                /** Reason for the rejection. */
                reason: string;
                /** Number of pools on the current chain that are rejected for this reason. */
                count: number;
                /** Id of the last transaction with such a pool. */
                transaction: string;
                /** Slot of the last transaction with such a pool. */
                slot: number;
            }[];
            /** State of watching the node's mempool. */
            mempool: {
                /** State of watching the node's mempool. `waiting`: the connection is down. `off`: a recording, or a server that does not show its mempool. */
                state: "connecting" | "watching" | "waiting" | "off";
                /** Reason why the mempool is not watched; null if it is watched. */
                problem: string | null;
                /** Number of transactions in the mempool. */
                transactions: number;
            };
            /** URLs of other services of the same launchpad; at the same block they have the same digest. */
            peers: string[];
            /** Addresses of a block explorer, with `{}` in place of the id; null where there is none. */
            blockExplorer: {
                /** A transaction, by its id. */
                transaction: string | null;
                /** An address in bech32. */
                address: string | null;
                /** A token, by policy id and asset name in hex without a point. */
                token: string | null;
            };
            /** Whether `/v1/utility/ada-usd/rate` has a source. */
            hasAdaUsdRate: boolean;
            /** Hash of the whole state of the read models. Two services at the same block have the same digest. */
            digest: string | null;
        }>>> & Shared<500>;
    }>;
    /** The funded wallet of a devnet. Recovery phrase, address and key of an account with test ADA. NOT_FOUND on every other network. */
    "/v1/devnet": Only<"get", {
        /** The wallet. */
        responses: Only<200, Reply<BlockHeaders, Json<components["schemas"]["DevnetWallet"]>>> & Shared<404 | 429 | 500>;
    }>;
    /** This document as a page. Every operation with its fields and examples, in Swagger UI. Requests can be sent from it. */
    "/docs": Only<"get", {
        /** The page. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Only<"text/html; charset=utf-8", string>>> & Shared<304 | 429 | 500>;
    }>;
    /** A file of the page. The page names the files that it needs. A name changes with the content, so a browser may cache a file for ever. */
    "/docs/{file}": Only<"get", {
        parameters: paths["/explorer/{file}"]["get"]["parameters"];
        /** A script, a style sheet or a font. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Only<"*/*", string>>> & Shared<304 | 400 | 404 | 429 | 500>;
    }>;
    /** The typed client of this API and of the feed, as an ES module. One file without dependencies, of the running version, for browsers and for `import` by URL. */
    "/client.js": Only<"get", {
        /** The file. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Only<"text/javascript; charset=utf-8", string>>> & Shared<304 | 429 | 500>;
    }>;
    /** The types of the client, for TypeScript. Declarations of every operation, response and frame. */
    "/client.d.ts": Only<"get", {
        /** The file. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Only<"text/plain; charset=utf-8", string>>> & Shared<304 | 429 | 500>;
    }>;
    /** The client as an npm package, which `npm install` accepts as a URL. Script and types with a package.json, for ES modules and for CommonJS. */
    "/client.tgz": Only<"get", {
        /** The file. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Only<"application/gzip", string>>> & Shared<304 | 429 | 500>;
    }>;
    /** The list of the documents about this API. Titles and addresses of the documents in Markdown, for language models and for readers without a browser. */
    "/llms.txt": Only<"get", {
        /** The list. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Only<"text/markdown; charset=utf-8", string>>> & Shared<304 | 429 | 500>;
    }>;
    /** A document about this API. A page of the project's documentation of the API, in Markdown, of the running version. */
    "/docs/guide/{file}": Only<"get", {
        parameters: Only<"path", {
            /** Must be the name of a document in /llms.txt. */
            file: string;
        }>;
        /** The document. */
        responses: Only<200, Reply<BlockHeaders & Header<"ETag">, Only<"text/markdown; charset=utf-8", string>>> & Shared<304 | 400 | 404 | 429 | 500>;
    }>;
    /** This document. The OpenAPI document of every route this process serves; in JSON where `Accept` prefers that. */
    "/v1/docs/openapi": Only<"get", {
        /** An OpenAPI 3.1 document in YAML. */
        responses: Only<200, {
            headers: BlockHeaders & Header<"ETag">;
            content: {
                "application/yaml": string;
                "application/json; charset=utf-8": {
                    [key: string]: unknown;
                };
            };
        }> & Shared<304 | 429 | 500>;
    }>;
    /** This document in JSON. The OpenAPI document of every route this process serves, for generators that read no YAML. */
    "/openapi.json": Only<"get", {
        /** An OpenAPI 3.1 document. */
        responses: paths["/asyncapi.json"]["get"]["responses"];
    }>;
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Pair: {
            /** Base asset id. */
            base: string;
            /** Quote asset id; `.` for ADA. */
            quote: string;
        };
        Bar: {
            pair: components["schemas"]["Pair"];
            /** Start of the bar, Unix seconds UTC. */
            time: number;
            /** Lowest price, quote per base in smallest units. */
            low: string;
            /** Highest price, in the same unit. */
            high: string;
            /** Price before the first trade of the bar. */
            open: string;
            /** Price after its last trade. */
            close: string;
            /** ADA traded, in lovelace. */
            volume: string;
        };
        Error: {
            /** Name of the failure in the original interface; `X-Error-Code` is more precise. */
            cause: string;
            /** Description of the problem and its remedy, for people. */
            message: string;
        };
        MarketCapBar: {
            pair: components["schemas"]["Pair"];
            /** Start of the bar, Unix seconds UTC. */
            time: number;
            /** Market capitalisation of the whole emission at the closing price, lovelace. */
            mCap: string;
            /** Whether the bar has not ended yet and may still change. */
            isRelevant: boolean;
        };
        Sparkline: {
            /** Asset id of the token. */
            asset: string;
            /** Price at the start of the range, lovelace per token; of a token launched in it, the price before its first trade. */
            open: string;
            /** Requested number of prices, each the close of the last bar that begins in a step. The steps have equal length; the bars are the longest of `min1`, `min5`, `hour1` and `day1` that fit into a step, so the last bar may end after the step. */
            closes: string[];
            /** ADA traded in the range, lovelace. */
            volume: string;
            /** Number of orders executed in the range. */
            trades: number;
        };
        UnspentOutput: {
            /** Hash of the creating transaction. */
            txHash: string;
            /** Output index within its transaction. */
            index: number;
            /** Bech32 address. */
            address: string;
            /** Lovelace first, then tokens by asset id. */
            value: {
                /** `lovelace`, or the asset id of a native token. */
                unit: string;
                /** In smallest units. */
                amount: string;
            }[];
            /** Hash of the datum. Only with `details`, for outputs with a datum. */
            datumHash?: string;
            /** CBOR of the inline datum. Only with `details`, for outputs with an inline datum. */
            inlineDatum?: string;
            /** Reference script of the output. Only with `details`, for outputs with a reference script. */
            scriptRef?: {
                /** `native`, or `plutus:v1` to `plutus:v4`. */
                language: string;
                /** Hash of the script. */
                hash: string;
                /** A native script's CBOR, or a Plutus script's bytes with one CBOR wrapping. */
                cbor: string;
            };
        };
        Holder: {
            /** Address in bech32 (base58 for a Byron one). */
            address: string;
            /** In the token's smallest unit. */
            quantity: string;
        };
        Position: {
            /** The token. */
            asset: string;
            /** Lovelace paid for tokens. */
            boughtAda: string;
            /** Tokens bought, in smallest units. */
            boughtTokens: string;
            /** Lovelace received for tokens. */
            soldAda: string;
            /** Tokens sold, in smallest units. */
            soldTokens: string;
            /** Number of filled orders. */
            ordersCount: number;
            /** Tokens held now, in smallest units. */
            quantity: string;
            /** Value of these tokens at the current price, rounded down. */
            worth: string | null;
            /** Number of these tokens that were bought by orders and not sold: at most `boughtTokens` minus the sold tokens. */
            openQuantity: string;
            /** Lovelace that these tokens cost on average, rounded up. */
            openCost: string;
            /** Value of these tokens, rounded down. */
            openWorth: string | null;
            /** Lovelace received in sales, minus the average cost of the sold tokens; below 0 for a loss. Tokens that were not bought by orders have no cost, and their share of a sale is left out. */
            realised: string;
            /** Lovelace that the executed orders paid to executors, in addition to the amounts above: what left the orders and did not come back. The percentage fee is part of the amounts. The network's fees of the transactions are not included. */
            fees: string;
            /** Average price in the pool, in lovelace per token and rounded up after 12 fraction digits, at which one sale of `openQuantity` returns its cost and the fees that were paid for it, after the percentage fee and the executor's fee of the sale. */
            breakEven: string | null;
            /** Lovelace that one sale of `openQuantity` would bring now, after the price impact, the percentage fee and the executor's fee, without the network's fee; rounded down. */
            netNow: string | null;
        };
        RankedTrader: {
            /** Payment part of the address of the trader: key hash or script hash. */
            owner: string;
            /** Address of the trader's latest executed order. */
            address: string;
            /** ADA side of the executed orders, both sides, lovelace. */
            volume: string;
            /** Number of executed orders. */
            trades: number;
            /** Net profit of sales, lovelace; below 0 for a loss: proceeds, minus the average cost of the sold tokens and every fee except network fees. */
            profit: string;
            /** Number of executed orders that sold tokens bought by earlier orders. */
            sales: number;
            /** Number of these sales with a net profit above 0. */
            wins: number;
        };
        TraderFigures: {
            /** ADA side of the executed orders, both sides, lovelace. */
            volume: string;
            /** Number of executed orders. */
            trades: number;
            /** Net profit of sales, lovelace; below 0 for a loss: proceeds, minus the average cost of the sold tokens and every fee except network fees. */
            profit: string;
            /** Number of executed orders that sold tokens bought by earlier orders. */
            sales: number;
            /** Number of these sales with a net profit above 0. */
            wins: number;
        };
        TokenTrader: {
            /** Payment part of the address of the trader: key hash or script hash. */
            owner: string;
            /** Address of the trader's latest executed order. */
            address: string;
            /** Number of executed orders. */
            trades: number;
            /** Lovelace paid for tokens. */
            boughtAda: string;
            /** Tokens bought, in smallest units. */
            boughtTokens: string;
            /** Lovelace received for tokens. */
            soldAda: string;
            /** Tokens sold, in smallest units. */
            soldTokens: string;
            /** Net profit of sales, lovelace; below 0 for a loss: proceeds, minus the average cost of the sold tokens and every fee except network fees. */
            profit: string;
            /** Tokens that were bought by orders, are not sold and are still held. */
            openQuantity: string;
            /** Lovelace paid for them on average, with the fees of executors; rounded up. */
            paid: string;
            /** Lovelace that one sale of these tokens would bring now, after price impact and all fees except network fees. Null if the token does not trade, or if the service has no protocol config. */
            netNow: string | null;
        };
        Trade: {
            /** Place of the trade on the chain; greater for later trades. */
            position: number;
            /** Time of its block, Unix seconds. */
            time: number;
            /** Height of its block. */
            height: number;
            /** Transaction that made the trade. */
            transactionId: string;
            /** Asset id of the token. */
            asset: string;
            /** Where it traded: `orders` if orders filled each other without a pool. */
            venue: "curve" | "amm" | "orders";
            /** Side of the trader. */
            side: "buy" | "sell";
            /** ADA side: what a buyer paid before the fee of the order, or what a seller received after it; lovelace. */
            lovelace: string;
            /** Token side, smallest units. */
            tokens: string;
            /** Price after the trade, or of the orders that filled each other; lovelace per token. */
            price: string;
            /** Payment part of the address of the trader; null if the trader is unknown. */
            owner: string | null;
            /** Address of the owner of the order; of a trade without an order the address of the first input. Null if the trader is unknown. */
            address: string | null;
            /** The filled order; null for a trade without an order. */
            orderId: string | null;
        };
        /** The operator's protocol config, unchanged. */
        ProtocolConfig: {
            /** Version of the document. */
            version: number;
            /** Network of the document. */
            network: "mainnet" | "preprod" | "preview" | "devnet";
            /** Environment of the deployment. */
            environment: "production" | "staging" | "development";
            /** Addresses that transactions pay to. */
            addresses: {
                /** Bech32 address that collects protocol fees. */
                fee: string;
                /** Bech32 address of the output that carries a token's metadata. */
                metadata: string;
            };
            /** Fees, curve and keys. An order pays an executor fee of networkFee.raw + fixedFee.raw lovelace. */
            parameters: {
                /** Stake credential of launched pools' addresses: a hash of 28 bytes. */
                launchStakeCredential: string;
                /** Key hash of the executor that fills orders. */
                batcherKey: string;
                /** Hash of the witness that launches and graduations need. */
                factoryWitness: string;
                /** Hash of the witness that administration needs. */
                adminWitness: string;
                /** Tokens minted by a launch, smallest unit. */
                tokenEmission: {
                    /** For people: `_` between thousands; in ADA where `raw` is lovelace. */
                    human: string;
                    /** The exact integer; lovelace or the smallest unit. */
                    raw: string;
                };
                /** Numerator of coefficient a: the price after s tokens sold is aNum/aDenom * s^2 + bNum/bDenom lovelace per token. */
                aNum: {
                    /** For people: `_` between thousands; in ADA where `raw` is lovelace. */
                    human: string;
                    /** The exact integer; lovelace or the smallest unit. */
                    raw: string;
                };
                /** Denominator of coefficient a. */
                aDenom: {
                    /** For people: `_` between thousands; in ADA where `raw` is lovelace. */
                    human: string;
                    /** The exact integer; lovelace or the smallest unit. */
                    raw: string;
                };
                /** Numerator of coefficient b, the price before the first token is sold. */
                bNum: {
                    /** For people: `_` between thousands; in ADA where `raw` is lovelace. */
                    human: string;
                    /** The exact integer; lovelace or the smallest unit. */
                    raw: string;
                };
                /** Denominator of coefficient b. */
                bDenom: {
                    /** For people: `_` between thousands; in ADA where `raw` is lovelace. */
                    human: string;
                    /** The exact integer; lovelace or the smallest unit. */
                    raw: string;
                };
                /** ADA that a curve collects until it graduates, in lovelace; without the deposit of poolMinAda. */
                adaThreshold: {
                    /** For people: `_` between thousands; in ADA where `raw` is lovelace. */
                    human: string;
                    /** The exact integer; lovelace or the smallest unit. */
                    raw: string;
                };
                /** Fixed protocol fee of a trade, in lovelace. */
                fixedFee: {
                    /** For people: `_` between thousands; in ADA where `raw` is lovelace. */
                    human: string;
                    /** The exact integer; lovelace or the smallest unit. */
                    raw: string;
                };
                /** Minimum trade, in lovelace. */
                minTradeAda: {
                    /** For people: `_` between thousands; in ADA where `raw` is lovelace. */
                    human: string;
                    /** The exact integer; lovelace or the smallest unit. */
                    raw: string;
                };
                /** Fee of a trade in percent of its ADA side; at most two decimals. */
                percentFee: number;
                /** Estimate of a trade's network fee, in lovelace. */
                networkFee: {
                    /** For people: `_` between thousands; in ADA where `raw` is lovelace. */
                    human: string;
                    /** The exact integer; lovelace or the smallest unit. */
                    raw: string;
                };
                /** Deposit in a pool's reserve, in lovelace. */
                poolMinAda: {
                    /** For people: `_` between thousands; in ADA where `raw` is lovelace. */
                    human: string;
                    /** The exact integer; lovelace or the smallest unit. */
                    raw: string;
                };
                /** Minimum initial deposit of a launch, in lovelace. */
                minLaunchAdaInitialDepositFee: {
                    /** For people: `_` between thousands; in ADA where `raw` is lovelace. */
                    human: string;
                    /** The exact integer; lovelace or the smallest unit. */
                    raw: string;
                };
                /** Fee of a launch, in lovelace. */
                launchFeeAmount: {
                    /** For people: `_` between thousands; in ADA where `raw` is lovelace. */
                    human: string;
                    /** The exact integer; lovelace or the smallest unit. */
                    raw: string;
                };
            };
            /** URL of upstream documentation; empty for none. */
            documentation: string;
        };
        /** The operator's contracts config, unchanged. */
        ContractsConfig: {
            /** Network of the document. */
            network: "mainnet" | "preprod" | "preview" | "devnet";
            /** Minting policies. */
            minting: {
                /** Pool NFTs. */
                nft: {
                    /** Minting script of pool NFTs, CBOR in hex; empty if it is not published. */
                    script: string;
                    /** Policy id of pool NFTs. */
                    policy: string;
                    /** URL of upstream documentation; empty for none. */
                    documentation: string;
                };
                /** Launched tokens. */
                other: {
                    /** Template of token minting policies, CBOR in hex; empty if it is not published. */
                    template: string;
                    /** URL of upstream documentation; empty for none. */
                    documentation: string;
                };
            };
            /** Validators. */
            contracts: {
                /** The contract of bonding-curve pools. */
                launchAsset: {
                    /** Hash of the validator of bonding-curve pools. */
                    hash: string;
                    /** URL of upstream documentation; empty for none. */
                    documentation: string;
                };
                /** The legacy order contract. */
                serviceOrderLegacy: {
                    /** Serialized validator of orders, CBOR in hex; empty if it is not published. */
                    script: string;
                    /** Hash of that validator. */
                    hash: string;
                    /** The output that carries the script, for reference inputs. */
                    uTxORef: {
                        /** Id of its transaction. */
                        txHash: string;
                        /** Index of the output in its transaction. */
                        index: number;
                    };
                    /** Execution budget of spending an order. */
                    cost: {
                        /** Memory units. */
                        mem: number;
                        /** CPU steps. */
                        steps: number;
                    };
                    /** URL of upstream documentation; empty for none. */
                    documentation: string;
                };
                /** The current order contract. */
                serviceOrder: {
                    /** Serialized validator of orders, CBOR in hex; empty if it is not published. */
                    script: string;
                    /** Hash of that validator. */
                    hash: string;
                    /** The output that carries the script, for reference inputs. */
                    uTxORef: {
                        /** Id of its transaction. */
                        txHash: string;
                        /** Index of the output in its transaction. */
                        index: number;
                    };
                    /** Execution budget of spending an order. */
                    cost: {
                        /** Memory units. */
                        mem: number;
                        /** CPU steps. */
                        steps: number;
                    };
                    /** URL of upstream documentation; empty for none. */
                    documentation: string;
                };
            };
        };
        /** Short protocol parameters. */
        Parameters: {
            /** Tokens minted by a launch, smallest unit. */
            tokenEmission: string;
            /** Numerator of coefficient a: the price after s tokens sold is aNum/aDenom * s^2 + bNum/bDenom lovelace per token. */
            aNum: string;
            /** Denominator of coefficient a. */
            aDenom: string;
            /** Numerator of coefficient b, the price before the first token is sold. */
            bNum: string;
            /** Denominator of coefficient b. */
            bDenom: string;
            /** ADA that a curve collects until it graduates, in lovelace; without the deposit in its reserve. The price at graduation gives the market capitalisation of the tier. */
            adaThreshold: string;
            /** Fixed fee of the protocol per order, in lovelace; part of the executor fee of a quote. */
            fixedFee: string;
            /** Minimum trade, in lovelace. */
            minTradeAda: string;
            /** Fee of a trade in percent of its ADA side. */
            percentFee: number;
            /** Script hash of bonding-curve pools: contracts.launchAsset.hash of the contracts config. */
            deployScript: string;
            /** Fees of a launch, which its transaction pays: `launchFee`, and `percentFee` of the first purchase, rounded down, or `minDepositFee` if that is more. */
            launchFees: {
                /** Fee of the launch itself, in lovelace. */
                launchFee: string;
                /** Minimum fee of the first purchase, in lovelace. A launch without a purchase pays it too. */
                minDepositFee: string;
            };
            /** Curve of launches of type HYPED, with the same denominators. Absent if the operator has not supplied it; HYPED launches are refused there. */
            hyped?: {
                /** Numerator of coefficient a. */
                aNum: string;
                /** Numerator of coefficient b. */
                bNum: string;
                /** ADA that the curve collects until it graduates, in lovelace. */
                adaThreshold: string;
            };
        };
        /** An unsigned order. */
        OrderBuild: {
            /** The unsigned transaction. */
            cbor: string;
            /** Id of this build, for logs and support. Each build has a new one; it is not the hash of the transaction. */
            id: string;
            /** Beacon of the order, 28 bytes. For an order without a beacon: its transaction hash and its output index as 8 bytes. */
            beacon: string;
            /** Expected lovelace per token of this trade. */
            price?: {
                /** Lovelace, in lowest terms. */
                numerator: string;
                /** Tokens, in lowest terms. */
                denominator: string;
            };
            /** Asset of the input. */
            inputAsset: string;
            /** Amount swapped, including the percentage fee. The executor fee and the deposit are added to it. */
            inputAmount: string;
            /** Asset of the output. */
            outputAsset: string;
            /** Expected output at the current price, before slippage. */
            outputAmount: string;
            /** The token of the price. */
            priceBase: string;
            /** Unit of the price: ADA. */
            priceQuote: string;
            /** The block whose pool gives the price. */
            point: {
                /** Slot of the block. */
                slot: number;
                /** Block id: header hash, 32 bytes in hex. */
                id: string;
                /** Height of the block. */
                height: number;
            };
            /** Hash of the transaction; signatures do not change it. */
            txHash: string;
            /** End of the validity of the transaction, Unix milliseconds. Null if it stays valid until another transaction spends one of its inputs. */
            validUntil: number | null;
            /** Id of the order in `GET /v1/orders-feed/orders/{entityId}` and in frames of the feed, once the order is submitted. */
            entityId: string;
        };
        /** A quote of an order. */
        OrderQuote: {
            /** Where the token trades: on its bonding curve, or on its AMM pool after graduation. */
            venue: "curve" | "amm";
            /** Asset of the input. */
            inputAsset: string;
            /** Amount swapped, including the percentage fee. The executor fee and the deposit are added to it. */
            inputAmount: string;
            /** Asset of the output. */
            outputAsset: string;
            /** Expected output at the current price, before slippage. */
            outputAmount: string;
            /** The token of the price. */
            priceBase: string;
            /** Unit of the price: ADA. */
            priceQuote: string;
            /** The block whose pool gives the price. */
            point: {
                /** Slot of the block. */
                slot: number;
                /** Block id: header hash, 32 bytes in hex. */
                id: string;
                /** Height of the block. */
                height: number;
            };
            /** Minimum output that the order accepts for its input. */
            leastOutputAmount: string;
            /** Expected lovelace per token of this trade. */
            price: {
                /** Lovelace, in lowest terms. */
                numerator: string;
                /** Tokens, in lowest terms. */
                denominator: string;
            };
            /** Price impact in percent: the difference between the price of this trade and the price of the smallest possible trade, before fees. */
            priceImpact: string;
            /** Fees that are not part of the price, without the network fee of the transaction. */
            fees: {
                /** The percentage fee, on the ADA side of the trade, lovelace. */
                percentage: string;
                /** Amount that the executor keeps for network and protocol, in lovelace. */
                executor: string;
                /** Deposit in lovelace; returned with the filled or cancelled order. */
                deposit: string;
            };
            /** Total lovelace in the output of the order. */
            lovelace: string;
        };
        /** The cancellation of an order. */
        CancelBuild: {
            /** Id of this build, for logs and support. Each build has a new one; it is not the hash of the transaction. */
            id: string;
            /** The transaction. If the request had no collateral, it has the service's collateral and signature. */
            cbor: string;
            /** Second argument (`partialSign`) of CIP-30 `signTx`. */
            partial: true;
            /** Hash of the transaction; signatures do not change it. */
            txHash: string;
            /** End of the validity of the transaction, Unix milliseconds. Null if it stays valid until another transaction spends one of its inputs. */
            validUntil: number | null;
            /** Id of the order that is cancelled. */
            entityId: string;
        };
        /** The launch of a token. */
        LaunchBuild: {
            /** Id of this build, for logs and support. Each build has a new one; it is not the hash of the transaction. */
            id: string;
            /** The transaction. If the request had no collateral, it has the service's collateral and signature. */
            cbor: string;
            /** Second argument (`partialSign`) of CIP-30 `signTx`: true if the service provided collateral and has signed. */
            partial: boolean;
            /** The launched token. */
            assetId: string;
            /** Its asset name, hex. */
            assetSubject: string;
            /** Its policy id. */
            policyId: string;
            /** Content id of its image, which is at `/ipfs/{cid}`. */
            logoCID: string;
            /** Tokens of the first purchase; absent without an initial deposit. */
            userOutputTokens?: string;
            /** Hash of the transaction; signatures do not change it. */
            txHash: string;
            /** End of the validity of the transaction, Unix milliseconds. Null if it stays valid until another transaction spends one of its inputs. */
            validUntil: number | null;
        };
        /** A transaction with its signatures. */
        Signed: {
            /** The signed transaction, ready to be submitted. */
            cbor: string;
        };
        /** A transaction in the node's mempool, or already on the chain. */
        Submitted: {
            /** Hash of the transaction. */
            txHash: string;
        };
        OlderAlike: {
            /** Asset id of the older token. */
            asset: string;
            /** Its asset name as text. */
            name: string;
            /** Its ticker; empty when not given. */
            ticker: string;
        };
        /** Metadata from the launch of the token. */
        LaunchDetails: {
            /** Asset id of the token. */
            asset: string;
            /** Ticker as the creator wrote it; empty when not given. */
            ticker: string;
            /** IPFS content id of the image as the creator wrote it, unchecked; empty when not given. */
            logoCID: string;
            /** Description as the creator wrote it; empty when not given. */
            description: string;
            /** 0 for a default launch; 1 for a HYPED launch: in its first minutes an order may buy only a limited amount. */
            launchType: 0 | 1;
            /** Who launched the token. */
            poolAuthor: {
                /** The creator's payment key hash. 56 hex digits, or empty when unknown. */
                pkh: string;
                /** The creator's stake key hash. 56 hex digits, or empty when unknown. */
                skh: string;
            };
            /** Links. They can lead anywhere: follow http and https only. */
            socials: {
                /** Twitter link as the creator wrote it, unchecked; null when not given. */
                twitter: string | null;
                /** Telegram link as the creator wrote it, unchecked; null when not given. */
                telegram: string | null;
                /** Discord link as the creator wrote it, unchecked; null when not given. */
                discord: string | null;
                /** Website link as the creator wrote it, unchecked; null when not given. */
                website: string | null;
            };
            /** Output with the launch metadata, `txHash:index`; empty for early launches, which have none, and for pools whose launch was not seen. */
            outputId: string;
            /** Kind of token, by the `assetType` of the CIP-25 metadata of its launch; `Meme` if the launch does not have it. */
            assetType: "Meme" | "AI";
            /** Asset name as text; in hex if it is not UTF-8. */
            name: string;
            /** `mixedScripts`: name or ticker mixes scripts, other than the usual combinations of Japanese, Chinese and Korean (UTS 39, above the level "highly restrictive"). `invisibleCharacters`: one of them has invisible characters without a meaning there. */
            marks: ("mixedScripts" | "invisibleCharacters")[];
            /** The oldest token that was launched or first seen before this one and whose name or ticker looks like the name or the ticker of this one, in upper or lower case: the skeletons of UTS 39 (Unicode 17.0.0) are equal. It may no longer trade. Null if there is none. */
            olderAlike: components["schemas"]["OlderAlike"] | null;
        };
        /** A pool with its state on chain, its market figures and the metadata of its token. */
        LiquidityPoolInfo: {
            /** The pool on chain. */
            pool: {
                /** Asset id of the pool's NFT; it does not change at graduation. */
                id: string;
                /** The ADA side. */
                x: {
                    /** ADA. */
                    asset: ".";
                    /** Lovelace collected on the curve, without the 3 ADA of every new pool. After graduation: the reserve of the AMM pool, without fees that have not been withdrawn. */
                    amount: string;
                };
                /** The token side. */
                y: {
                    /** Asset id of the token. */
                    asset: string;
                    /** Tokens left in the pool, smallest units. */
                    amount: string;
                };
                /** The pool's UTxO. */
                outputId: {
                    /** Transaction that created the output. */
                    transactionId: string;
                    /** Index of the output. */
                    transactionIndex: number;
                };
                /** Coefficient a of the curve: numerator over 10^27, lovelace per token cubed. If the curve of an AMM pool is not known, this value, `bNum` and `adaCapThreshold` are the values of the tier with the nearest liquidity. Amounts above 2^53 - 1 are returned as 2^53 - 1. */
                aNum: number;
                /** Coefficient b of the curve: numerator over 10^6, lovelace per token. Amounts above 2^53 - 1 are returned as 2^53 - 1. */
                bNum: number;
                /** Lovelace that the curve collects until graduation, without the 3 ADA of every new pool. Amounts above 2^53 - 1 are returned as 2^53 - 1. */
                adaCapThreshold: number;
                /** The creator's stake key hash. 56 hex digits, or empty when unknown. */
                poolAuthor: string;
                /** Empty for a default launch; `fair` for a launch that limits the amount of an order in its first minutes. */
                launchType: "" | "fair";
                /** Time of the launch; if the launch was not seen, time of the first block with the pool. Unix seconds. */
                createdOn: number;
                /** Time of graduation, Unix seconds; null before graduation, and for a graduation that was not seen. */
                graduatedOn: number | null;
                /** Reason why the pool is no longer listed, as a sentence; null while it is listed. A pool that is no longer listed does not trade, and its other fields keep their last values. */
                closed: string | null;
                /** Key that fills orders on the curve. 56 hex digits, or empty when unknown. */
                permittedExecutor: string;
                /** Asset id of the AMM pool's NFT; null before graduation. */
                cpmmPoolId: string | null;
                /** Fees of the AMM pool: `lpFeeNum - treasuryFeeNum - royaltyFeeNum` is the share of an input that is swapped, in 1/100,000. Null before graduation. */
                ammFees: {
                    /** Share of the input that is left after the liquidity fee, in 1/100,000: 99,100 means a fee of 0.9 %. */
                    lpFeeNum: number;
                    /** Treasury fee in 1/100,000 of the input that is left after the liquidity fee. */
                    treasuryFeeNum: number;
                    /** Royalty fee in 1/100,000 of the input that is left after the liquidity fee. */
                    royaltyFeeNum: number;
                } | null;
                /** Always `v1`. */
                version: "v1";
                /** Time of the last change of the UTxO of the pool. Unix seconds. */
                timestamp: number;
            };
            /** Market figures of the pool. */
            metrics: {
                /** Spot price times the whole emission, lovelace, rounded half up. Amounts above 2^53 - 1 are returned as 2^53 - 1. */
                marketCap: number;
                /** ADA traded since the launch, lovelace. Amounts above 2^53 - 1 are returned as 2^53 - 1. */
                totalVolumeAda: number;
                /** Number of orders executed since the launch. */
                totalTxCount: number;
                /** Number of these orders that sold. */
                sells: number;
                /** Unix seconds at which the pool first was king of the hill; null when it never was. */
                crowned: number | null;
                /** Distribution of the token among holders; null if its launch was not seen, because its holders are then not all known. The feed sends a pool when a holder changes; to a list, only while the pool is among its first 60. */
                risk: {
                    /** Number of addresses that hold the token. Pools and orders do not count, and a lock counts as one. */
                    holders: number;
                    /** Tokens at all addresses with the creator's payment key, smallest units; null if the creator is unknown. */
                    creator: string | null;
                    /** Tokens of the ten largest holders, smallest units. */
                    top10: string;
                    /** Tokens that the first buyers still hold, at all addresses with their payment keys, smallest units: the keys, other than the creator's, that bought in the block of the launch or in one of the next three. Tokens that they buy later count too. */
                    firstBuyers: string;
                } | null;
                /** Always false. */
                sequentialOrderingEnabled: boolean;
                /** Unspent locks of the token, at most the 20 largest. */
                locks: {
                    /** Output with the lock, `txHash:index`. */
                    id: string;
                    /** Tokens locked, smallest units. */
                    totalLocked: string;
                    /** Unlock time of the last stage, Unix milliseconds. */
                    lockUntil: string;
                    /** Key that may withdraw the tokens. 56 hex digits, or empty when unknown. */
                    redeemerVkh: string;
                }[];
            };
            info: components["schemas"]["LaunchDetails"];
        };
        PoolPage: {
            /** Number of matching pools on all pages. */
            count: number;
            /** Items from `offset` on, at most `limit`. */
            items: components["schemas"]["LiquidityPoolInfo"][];
        };
        HotPool: {
            pool: components["schemas"]["LiquidityPoolInfo"];
            /** ADA traded in the window, lovelace. */
            volume: string;
            /** Number of distinct owners of the orders that bought in the window. */
            buyers: number;
            /** Number of orders executed in the window. */
            trades: number;
            /** Number of these orders that sold. */
            sells: number;
            /** Price change since the start of the window, or since the first price of a token launched in it, in percent, with at most 2 decimals, rounded half up. */
            change: string;
            /** Number of holders now. */
            holders: number;
        };
        HotPools: {
            /** Number of matching pools on all pages. */
            count: number;
            /** Items from `offset` on, at most `limit`. */
            items: components["schemas"]["HotPool"][];
        };
        Order: {
            /** Output of the order: transaction hash and index. The rest of a partially filled limit order is a new order with the same beacon. */
            entityId: string;
            /** Beacon of the order, 28 bytes. For an order without a beacon: its transaction hash and its output index as 8 bytes. */
            beacon: string;
            /** The token the order buys or sells. */
            asset: string;
            /** Asset id of the input; `.` for ADA in a buy. */
            from: string;
            /** Asset id of the output; `.` (ADA) for a sell. */
            to: string;
            /** Bech32 address that receives the output. */
            address: string;
            /** Payment credential of `address`: hash of a key or a script. */
            pkh: string;
            /** Lowest price that the order accepts: smallest units of `to` per smallest unit of `from`, cut after 20 digits. */
            worstPrice: string;
            /** Where the token trades: `Spot` on the bonding curve, `CFMM` on the AMM pool. */
            orderType: "Spot" | "CFMM";
            /** Amount swapped, in smallest units of `from`, without executor fee and deposit; once `Evaluated`, the amount that was swapped. */
            fromAmount: string;
            /** Output, in smallest units of `to`, after the percentage fee: once `Evaluated` the received amount, before that the output of the pool when the order was placed. For a token without a pool it is the minimum that the order accepts. */
            toAmount: string;
            /** `Pending`: open on the chain. `Evaluated`: filled. `Refunded`: cancelled. The prefix `Mempool` means that the transaction is not in a block yet. */
            status: "Mempool" | "Pending" | "MempoolEvaluated" | "Evaluated" | "MempoolRefunded" | "Refunded";
            /** Hash of the transaction that made the order. */
            pendingTransactionId: string;
            evaluatedTransactionId: string | null;
            /** Time of the transaction that set the status, Unix seconds. */
            timestamp: number;
            /** The purchase that the token's launch made; absent for every other order. It is `Evaluated` by the launch's own transaction, and `entityId` is the output that received the tokens. The fee of the launch is not part of it. */
            launch?: true;
        };
        Orders: {
            /** Orders on the chain. */
            ledger: {
                /** Number of matching orders on all pages. */
                count: number;
                /** Orders of the page, sorted by the last change of their status, newest first. */
                items: components["schemas"]["Order"][];
            };
            /** Orders that a transaction in the node's mempool places, fills or cancels, newest first. Empty while the mempool is not watched. */
            mempool: components["schemas"]["Order"][];
        };
        OrderMetrics: {
            /** Lovelace paid for tokens. */
            boughtAda: string;
            /** Tokens bought, in smallest units. */
            boughtTokens: string;
            /** Lovelace received for tokens. */
            soldAda: string;
            /** Tokens sold, in smallest units. */
            soldTokens: string;
            /** Number of filled orders. */
            ordersCount: number;
        };
        OrderTrade: {
            /** Output of the order: transaction hash and index. The rest of a partially filled limit order is a new order with the same beacon. */
            entityId: string;
            /** Beacon of the order, 28 bytes. For an order without a beacon: its transaction hash and its output index as 8 bytes. */
            beacon: string;
            /** The token the order buys or sells. */
            asset: string;
            /** Asset id of the input; `.` for ADA in a buy. */
            from: string;
            /** Asset id of the output; `.` (ADA) for a sell. */
            to: string;
            /** Bech32 address that receives the output. */
            address: string;
            /** Payment credential of `address`: hash of a key or a script. */
            pkh: string;
            /** Lowest price that the order accepts: smallest units of `to` per smallest unit of `from`, cut after 20 digits. */
            worstPrice: string;
            /** Where the token trades: `Spot` on the bonding curve, `CFMM` on the AMM pool. */
            orderType: "Spot" | "CFMM";
            /** `open`: nothing is filled. `partiallyClosed`: a part is filled. `closed`: filled. `cancelled`: cancelled, perhaps after a part was filled. `mempool`: not in a block yet. */
            orderStatus: "open" | "partiallyClosed" | "closed" | "cancelled" | "mempool";
            /** Total input in smallest units of `from`: the filled part plus the open part. */
            fromAmount: string;
            /** Total output: the amount received so far plus the amount expected for the rest. */
            toAmount: string;
            /** Input given so far. */
            filledFromAmount: string;
            /** Output received so far. */
            filledToAmount: string;
            price: string | null;
            evaluatedTransactionId: string | null;
            /** Time of the transaction that set the status, Unix seconds. */
            timestamp: number;
        };
        BlockSummary: {
            /** Slot of the block. */
            slot: number;
            /** Hash of its header. */
            id: string;
            /** Height of the block. */
            height: number;
            /** Time of its slot, Unix seconds. */
            time: number;
            /** Number of its transactions and sub-transactions, including those whose scripts failed. */
            transactions: number;
        };
        Vesting: {
            /** The output that contains the tokens: `txHash:index`. */
            id: string;
            /** End of the lock, Unix milliseconds, up to 2^63 - 1. Values beyond the range of dates mean that the lock never ends. */
            lockUntil: string;
            /** Payment key hash that may redeem. */
            redeemerVkh: string;
            /** Policy id of the locked token. */
            tokenPolicyId: string;
            /** Its asset name in hex. */
            tokenAssetName: string;
            /** Quantity in the output, in the smallest unit of the token. */
            totalLocked: string;
            /** Address of the output, in bech32: the vesting script with the stake part of the wallet that locked the tokens. */
            vestingOwnerAddress: string;
            /** Always false: only unspent vestings are listed. */
            spent: boolean;
        };
        /** An unsigned vesting lock, or its withdrawal. */
        LockBuild: {
            /** The unsigned transaction. */
            cbor: string;
            /** Hash of the transaction; signatures do not change it. */
            txHash: string;
            /** End of the validity of the transaction, Unix milliseconds. Null if it stays valid until another transaction spends one of its inputs. */
            validUntil: number | null;
            /** Ids of the vestings that are locked or withdrawn. */
            entityIds: string[];
        };
        UdfError: {
            /** The request failed. */
            s: "error";
            /** The reason; `unknown_symbol` if no token has the symbol. */
            errmsg: string;
        };
        TokenMetadata: {
            /** Policy id and asset name in hex, without a point. */
            subject: string;
            /** Name; cut after 50 characters. */
            name?: {
                /** The value. */
                value: string;
                /** Always 0: the chain fixes the value. */
                sequenceNumber: number;
                /** Always empty. */
                signatures: unknown[];
            };
            /** Description, or the name; cut after 500 characters. */
            description?: {
                /** The value. */
                value: string;
                /** Always 0: the chain fixes the value. */
                sequenceNumber: number;
                /** Always empty. */
                signatures: unknown[];
            };
            /** Ticker; absent unless it has 2 to 9 characters. */
            ticker?: {
                /** The value. */
                value: string;
                /** Always 0: the chain fixes the value. */
                sequenceNumber: number;
                /** Always empty. */
                signatures: unknown[];
            };
            /** Number of decimals: 0 for every token. */
            decimals?: {
                /** The value. */
                value: number;
                /** Always 0: the chain fixes the value. */
                sequenceNumber: number;
                /** Always empty. */
                signatures: unknown[];
            };
            /** Website of the launch if it is HTTPS, else the page of the token (`PUBLIC_URL`). */
            url?: {
                /** The value. */
                value: string;
                /** Always 0: the chain fixes the value. */
                sequenceNumber: number;
                /** Always empty. */
                signatures: unknown[];
            };
            /** Image of 128 × 128 pixels; absent if the image of the launch is not stored here. */
            logo?: {
                /** A PNG in base64, at most 64 KiB. */
                value: string;
                /** Always 0: the chain fixes the value. */
                sequenceNumber: number;
                /** Always empty. */
                signatures: unknown[];
            };
        };
        Readiness: {
            /** `unavailable`: not ready for traffic. `degraded`: ready, but `config` or `builder` says what does not work. */
            status: "ok" | "degraded" | "unavailable";
            /** State of each part: "ok" or the problem. */
            checks: {
                /** Whether the read models can be read. "ok" or the problem. */
                db: string;
                /** Whether the models are at the node's tip and the tip is recent. "ok" or the problem. */
                node: string;
                /** Whether config documents, scripts and keys are complete. "ok" or the problem. */
                config: string;
                /** Present while the transaction builder does not respond: one job keeps it busy. */
                builder?: string;
            };
        };
        DevnetWallet: {
            /** Recovery phrase, 24 words. It is public: never use it on another network. */
            mnemonic: string;
            /** Bech32 address of its first account. */
            address: string;
            /** Payment key hash of that address. */
            pkh: string;
            /** Extended private key of that address (BIP32-Ed25519), 64 bytes. It is derived from the phrase and equally public. */
            paymentKey: string;
        };
    };
    responses: {
        /** The client already has this version. */
        NotModified: {
            headers: BlockHeaders & Header<"ETag">;
        };
        /** INVALID_PARAMS. */
        INVALID_PARAMS: Failure<"INVALID_PARAMS", "INVALID_REQUEST", BlockHeaders>;
        /** RATE_LIMITED. */
        RATE_LIMITED: Failure<"RATE_LIMITED", "RATE_LIMITED", BlockHeaders & Header<"Retry-After" | "X-RateLimit-Limit" | "X-RateLimit-Remaining" | "X-RateLimit-Reset">>;
        /** SERVER_ERROR. */
        SERVER_ERROR: Failure<"SERVER_ERROR", "SERVER_ERROR", BlockHeaders>;
        /** SERVICE_UNAVAILABLE. */
        SERVICE_UNAVAILABLE: Failure<"SERVICE_UNAVAILABLE", "SERVICE_UNAVAILABLE", BlockHeaders & Header<"Retry-After">>;
        /** NOT_FOUND. */
        NOT_FOUND: Failure<"NOT_FOUND", "NOT_FOUND", BlockHeaders>;
        /** PAYLOAD_TOO_LARGE. */
        PAYLOAD_TOO_LARGE: Failure<"PAYLOAD_TOO_LARGE", "PAYLOAD_TOO_LARGE", BlockHeaders>;
        /** REQUEST_TIMEOUT. */
        REQUEST_TIMEOUT: Failure<"REQUEST_TIMEOUT", "REQUEST_TIMEOUT", BlockHeaders>;
        /** RATE_LIMITED. */
        "UdfError.RATE_LIMITED": {
            headers: BlockHeaders & Header<"Retry-After" | "X-RateLimit-Limit" | "X-RateLimit-Remaining" | "X-RateLimit-Reset"> & {
                /** The failure, in more detail than its cause: - `RATE_LIMITED`: the code equals the cause */
                "X-Error-Code"?: "RATE_LIMITED";
            };
            content: Json<components["schemas"]["UdfError"]>;
        };
        /** SERVER_ERROR. */
        "UdfError.SERVER_ERROR": {
            headers: BlockHeaders & {
                /** The failure, in more detail than its cause: - `SERVER_ERROR`: an unexpected failure; give the operator the `X-Request-ID` */
                "X-Error-Code"?: "SERVER_ERROR";
            };
            content: Json<components["schemas"]["UdfError"]>;
        };
        /** INVALID_PARAMS. */
        "UdfError.INVALID_PARAMS": {
            headers: BlockHeaders & {
                /** The failure, in more detail than its cause: - `INVALID_REQUEST`: a field of the request is invalid; the message names it */
                "X-Error-Code"?: "INVALID_REQUEST";
            };
            content: Json<components["schemas"]["UdfError"]>;
        };
        /** SERVICE_UNAVAILABLE. */
        "UdfError.SERVICE_UNAVAILABLE": {
            headers: BlockHeaders & Header<"Retry-After"> & {
                /** The failure, in more detail than its cause: - `SERVICE_UNAVAILABLE`: the code equals the cause */
                "X-Error-Code"?: "SERVICE_UNAVAILABLE";
            };
            content: Json<components["schemas"]["UdfError"]>;
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** The request's id: the client's own, or a new UUID. */
        "X-Request-ID": string;
        /** Slot of the block that the response reflects. A block that arrives while the response is made may already be part of it. */
        "X-Indexed-Slot": number;
        /** Header hash of that block. */
        "X-Indexed-Block": string;
        /** Version of the response. Send it in `If-None-Match` to get 304 until the response changes. */
        ETag: string;
        /** Seconds after which the same request may succeed, if known. */
        "Retry-After": number;
        /** Largest number of requests in a burst. */
        "X-RateLimit-Limit": number;
        /** Remaining requests of the burst: always 0 in this response. */
        "X-RateLimit-Remaining": number;
        /** Seconds until a full burst is allowed again. */
        "X-RateLimit-Reset": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
interface AllShared {
    304: components["responses"]["NotModified"];
    400: components["responses"]["INVALID_PARAMS"];
    404: components["responses"]["NOT_FOUND"];
    408: components["responses"]["REQUEST_TIMEOUT"];
    413: components["responses"]["PAYLOAD_TOO_LARGE"];
    429: components["responses"]["RATE_LIMITED"];
    500: components["responses"]["SERVER_ERROR"];
    503: components["responses"]["SERVICE_UNAVAILABLE"];
}
type Shared<Status extends keyof AllShared> = Pick<AllShared, Status>;
