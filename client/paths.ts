// Generated from the OpenAPI document; do not edit. Renew it with
//   RENEW_CLIENT=1 npm test -- client
type BlockHeaders = Pick<components["headers"], "X-Request-ID" | "X-Indexed-Slot" | "X-Indexed-Block"> & {
    [name: string]: unknown;
};
export interface paths {
    "/v1/charts/history": {
        /**
         * Bars of a pair over a range, oldest first
         * @description Prices are smallest units of `quote` per smallest unit of `base`. Periods without trades have no bar. At most 5,000 bars are returned, the newest ones. An unknown pair returns an empty array.
         */
        get: operations["getHistory"];
    };
    "/v1/charts/initial-state": {
        /**
         * The latest bar of a pair
         * @description Fetch it before you subscribe to live updates.
         */
        get: operations["getInitialState"];
    };
    "/v1/charts/mcap/history": {
        /**
         * Market-cap bars of a pair over a range, oldest first
         * @description Values are lovelace: the price times the whole emission. Periods without trades have no bar, and at most 5,000 bars are returned, the newest ones.
         */
        get: operations["getMarketCapHistory"];
    };
    "/v1/charts/mcap/initial-state": {
        /**
         * The latest market-cap bar of a pair
         * @description Values are lovelace. Fetch it before you subscribe to live updates.
         */
        get: operations["getMarketCapInitialState"];
    };
    "/v1/charts/sparklines": {
        /**
         * A few prices of each of up to 100 tokens over a range
         * @description One series per token, in the order of the request. Prices come from the longest bars that fit into one step; each bar belongs to the step in which it begins.
         */
        post: operations["getSparklines"];
    };
    "/getUtxos": {
        /**
         * A wallet's unspent outputs, oldest first
         * @description Lists the outputs of every address with this payment key, with any stake part. Outputs that a transaction in the node's mempool spends are left out. A page shorter than `limit` is the last.
         */
        post: operations["getUtxos"];
    };
    "/balances/v1/pool/holders": {
        /**
         * Holders of a token, largest first, and the creator of the token
         * @description Pools and open orders are left out; locked tokens count for the address of the lock. `count` is the number of holders on all pages.
         */
        get: operations["getHolders"];
    };
    "/balances/v1/pool/creator": {
        /**
         * The record of a token's creator: launches, graduations, and the creator's trades of the token
         * @description Trades are filled orders of the key that launched the token, with the purchase of the launch itself.
         */
        get: operations["getCreator"];
    };
    "/balances/v1/asset/asset-balance": {
        /**
         * Wallets' balance of a token, in ADA at its current price
         * @description Sum over all addresses of the payment keys. For `.` it is their ADA balance. Amounts in open orders and locks are not included.
         */
        post: operations["getAssetBalance"];
    };
    "/balances/v1/user/pnl-card": {
        /**
         * Profit and loss of wallets' trades of a token
         * @description Adds up the filled orders of all keys: ADA paid, ADA received, and the current value of the bought tokens that are left. Tokens received or sent without an order are not counted.
         */
        post: operations["getPnlCard"];
    };
    "/balances/v1/user/positions": {
        /**
         * Wallets' positions: tokens, average cost and profit
         * @description One item for each token in which orders of the keys were filled, newest token first. A purchase adds to the cost of a position; a sale removes its share of the cost. Amounts are lovelace or smallest units, and the fees of executors are a sum of their own. The purchase of a launch is a filled order of its buyer. Tokens that were received have no cost. Sending tokens away does not change the cost.
         */
        post: operations["getPositions"];
    };
    "/v1/traders": {
        /**
         * Traders of the last 1, 7 or 30 days, by net profit or volume
         * @description A window has whole days (UTC) and ends with the day of the newest block. Only executed orders count; the purchase of a launch is one. A trader is a payment key.
         */
        get: operations["getLeaderboard"];
    };
    "/v1/traders/{address}": {
        /**
         * A trader: net profit, volume, sales with a profit, tokens and launches
         * @description The figures of one payment key: `all` is of all time. Profit of sales and of open positions are after every fee but those of the network. `GET /v1/trades` with `wallet` has the trades. An address that never traded has figures of 0.
         */
        get: operations["getTrader"];
    };
    "/v1/tokens/{asset}/traders": {
        /**
         * Traders of a token, by net profit or volume
         * @description All traders whose orders were executed in the token, since its launch. `profit` ranks by the profit of sales, not by that of open positions.
         */
        get: operations["getTokenTraders"];
    };
    "/v1/trades": {
        /**
         * Trades of all tokens, by token, wallet, time or block
         * @description The newest trades come first, also those of blocks that a fork may undo. Follow the chain with `order=oldest` and the cursor `next` of each page.
         */
        get: operations["getTrades"];
    };
    "/v1/trades.csv": {
        /**
         * The same trades as CSV
         * @description One line for each trade, after a line with the names of the columns: position, time, height, transactionId, asset, venue, side, lovelace, tokens, price, owner, address, orderId. Null is empty.
         */
        get: operations["getTradesCsv"];
    };
    "/v1/utility/server/time": {
        /**
         * The clock of the service
         * @description Unix milliseconds, so that a client can correct its own clock.
         */
        get: operations["getServerTime"];
    };
    "/v1/utility/ada-usd/rate": {
        /**
         * US dollars for one ADA
         * @description The rate comes from the source in the setting `ADA_USD_RATE_URL` and is at most ten minutes old. NOT_FOUND when the operator has set no source.
         */
        get: operations["getAdaUsdRate"];
    };
    "/service-front/protocol-config.json": {
        /**
         * The protocol config
         * @description Curves, fees and limits of the launchpad, byte for byte as the operator wrote them.
         */
        get: operations["getProtocolConfig"];
    };
    "/service-front/contracts.json": {
        /**
         * The contracts config
         * @description Hashes, scripts and reference outputs of the contracts, byte for byte as the operator wrote them.
         */
        get: operations["getContractsConfig"];
    };
    "/parameters": {
        /**
         * Parameters of curves and fees of trades
         * @description Current values from the protocol config and the contracts config. Refresh them periodically if you compute fees on the client.
         */
        get: operations["getParameters"];
    };
    "/order": {
        /**
         * Builds an order, to be signed
         * @description Builds an order on the token's bonding curve or, after graduation, on its AMM pool. The price is that of `point`; while this block is older than the service allows (300 seconds by default), nothing is built. With `rest` it is a limit order, which waits for its `minOutput`. An order on the curve can be cancelled after 20 minutes, an order on the AMM pool at any time.
         */
        post: operations["buildOrder"];
    };
    "/order/quote": {
        /**
         * Quotes an order
         * @description Expected and minimum output at the current price, with fees and price impact. Fails for the same reasons as `/order`, except reasons that concern the wallet.
         */
        post: operations["quoteOrder"];
    };
    "/cancel": {
        /**
         * Builds the cancellation of an order, to be signed
         * @description Returns the funds of the order to the address stored in it. The network fee is paid from `utxos`. An order on a curve can be cancelled 20 minutes after it was placed. The transaction can be submitted for two hours.
         */
        post: operations["buildCancel"];
    };
    "/launch": {
        /**
         * Builds the launch of a token, to be signed
         * @description Mints the token, opens its bonding curve and makes the initial purchase, if `initialDeposit` asks for one. Without `collaterals` the service provides collateral and signs for it. The transaction is valid for two hours.
         */
        post: operations["buildLaunch"];
    };
    "/sign": {
        /**
         * Attaches signatures to a transaction
         * @description The transaction body is left unchanged, byte for byte. Signatures that do not match it are refused.
         */
        post: operations["signTransaction"];
    };
    "/sign-and-submit": {
        /**
         * Attaches signatures to a transaction and submits it
         * @description After a lost connection, a timeout or an error without a refusal of the node, the transaction may have been accepted. Submit the same transaction again: an accepted one returns the same hash, unless a fork has dropped it since. Never build a new one instead, which may trade twice.
         */
        post: operations["signAndSubmitTransaction"];
    };
    "/submit": {
        /**
         * Submits a signed transaction
         * @description After a lost connection, a timeout or an error without a refusal of the node, the transaction may have been accepted. Submit the same transaction again: an accepted one returns the same hash, unless a fork has dropped it since. Never build a new one instead, which may trade twice.
         */
        post: operations["submitTransaction"];
    };
    "/asyncapi.json": {
        /**
         * The AsyncAPI document of the feed
         * @description Messages and frames of the WebSocket `/ws`, with their schemas, for generators of clients.
         */
        get: operations["getAsyncapi"];
    };
    "/v1/pools-main-page/initial/state": {
        /**
         * A list of the main page
         * @description At most 60 pools, largest first, then by pool id. A page of fewer pools is the last one.
         */
        get: operations["getPools"];
    };
    "/v1/pools-main-page/koth": {
        /**
         * The king of the hill
         * @description The pool on a curve with the highest market cap, then the oldest; null if no token is on a curve.
         */
        get: operations["getKing"];
    };
    "/v1/koth": {
        /**
         * The king of the hill
         * @description The pool on a curve with the highest market cap, then the oldest; null if no token is on a curve.
         */
        get: operations["getKingShort"];
    };
    "/v1/pools-main-page/search": {
        /**
         * Pools whose name, ticker or asset id contains a text
         * @description Pools that trade, the highest market cap first, but a token before tokens that were launched later with a name like its name.
         */
        get: operations["searchPools"];
    };
    "/v1/pools-main-page/totals": {
        /**
         * Number of tokens that trade, and the volume of the last 24 hours
         * @description Tokens on a curve and graduated ones count; the volume is in lovelace.
         */
        get: operations["getPoolTotals"];
    };
    "/v1/pools-feed/initial/state": {
        /**
         * The pool of a token
         * @description State on the chain, market figures and metadata of a token's curve, or of its AMM pool after graduation. The feed sends each later state.
         */
        get: operations["getPool"];
    };
    "/v1/pools-feed/curve/progress": {
        /**
         * Progress of a curve
         * @description Percentage of its cap that the curve has collected; 100 for a graduated token.
         */
        get: operations["getCurveProgress"];
    };
    "/v1/asset-info": {
        /**
         * A token's launch details
         * @description Name, ticker, description, image and links as the launch states them: the member `info` of the pool.
         */
        get: operations["getAssetInfo"];
    };
    "/v1/pools-main-page/hot": {
        /**
         * Pools that traded in the last minutes or hours, ranked
         * @description A pool without a trade in the window is never listed. Trades without an order count in the volume, but not among the buyers.
         */
        get: operations["getHotPools"];
    };
    "/v1/following": {
        /**
         * Pools of tokens that are followed, page by page
         * @description For watchlists: the body has the tokens. Those that are not listed are left out.
         */
        post: operations["getFollowing"];
    };
    "/v1/following/list": {
        /**
         * All pools of tokens that are followed
         * @description The same as `/v1/following`, in one page.
         */
        post: operations["getFollowingList"];
    };
    "/v1/orders-feed/initial/state": {
        /**
         * A token's orders, newest first
         * @description A filled order is listed only when a pool, or orders that filled each other, account for its amounts; other filled orders are only in their owner's history. Orders are sorted by the time of their last change of status. Without a body or keys the orders of all owners are listed.
         */
        post: operations["getAssetOrders"];
    };
    "/v1/orders-feed/latest": {
        /**
         * Orders of all listed tokens, newest first
         * @description A filled order is listed only when a pool, or orders that filled each other, account for its amounts.
         */
        get: operations["getLatestOrders"];
    };
    "/v1/orders-feed/orders/{entityId}": {
        /**
         * An order by its output
         * @description `/order` returns this id before the order is submitted. The order is found once it is in the mempool or in a block.
         */
        get: operations["getOrder"];
    };
    "/v1/orders-feed/metrics": {
        /**
         * Sums of a key's filled orders of a token
         * @description Lovelace and tokens that the filled orders of one payment key bought and sold.
         */
        get: operations["getOrderMetrics"];
    };
    "/v1/user-history-feed/initial/state": {
        /**
         * Orders of keys in all tokens, newest first
         * @description Open, filled and cancelled orders, with those that wait in the mempool. The body has the payment key hashes.
         */
        post: operations["getUserHistory"];
    };
    "/v1/user-history-feed/initial/state/by/asset": {
        /**
         * Orders of keys in a token, newest first
         * @description Open, filled and cancelled orders of one token. The body has the payment key hashes.
         */
        post: operations["getUserHistoryByAsset"];
    };
    "/v1/user-history-feed/initial/state/open": {
        /**
         * Open orders of keys in all tokens, newest first
         * @description Orders that can still be filled or cancelled, with those that wait in the mempool. The body has the payment key hashes.
         */
        post: operations["getOpenOrders"];
    };
    "/v1/user-history-feed/order/trades": {
        /**
         * The outcome of an order, by its beacon
         * @description Includes the orders that continued it after partial fills. Anybody may write a beacon into an order. If several orders have the same beacon, the answer is the order from whose transaction the beacon is derived, else the first on the chain, else the first in the mempool.
         */
        get: operations["getOrderTrade"];
    };
    "/v1/blocks/latest": {
        /**
         * The latest blocks, newest first
         * @description At most the last 100 blocks since the service began to follow the chain.
         */
        get: operations["getLatestBlocks"];
    };
    "/ipfs/{cid}": {
        /**
         * The image of a launched token
         * @description Serves images that were uploaded to this service with a launch. Other images are available from IPFS gateways. Each image has small copies, made from its first frame.
         */
        get: operations["getImage"];
    };
    "/ipfs/held": {
        /**
         * Which of the given images the service has
         * @description Lets a page with many images request only those that this service has.
         */
        post: operations["getHeldImages"];
    };
    "/v1/vesting/get-by-redeemer": {
        /**
         * Unspent vestings that a key may redeem
         * @description Locks of any token whose outputs are unspent, whether they have ended or not.
         */
        post: operations["getVestingsByRedeemer"];
    };
    "/v1/vesting/get-by-asset/{assetId}": {
        /**
         * Unspent vestings of a token
         * @description Locks of the token whose outputs are unspent, of any redeemer.
         */
        post: operations["getVestingsByAsset"];
    };
    "/create-lock": {
        /**
         * Builds a vesting lock, to be signed
         * @description Creates one output per stage, at equal intervals. The key of `address` can redeem each output once its lock has ended.
         */
        post: operations["buildLock"];
    };
    "/withdraw": {
        /**
         * Builds the withdrawal of a vesting lock that has ended, to be signed
         * @description Pays the contents of the lock to `address`, whose key must be its redeemer. If the wallet has no output of 5 ADA for collateral, the service provides one and signs for it; in both cases pass `true` as `partialSign` of CIP-30 `signTx`. The transaction can be submitted for two hours.
         */
        post: operations["buildWithdrawal"];
    };
    "/": {
        /**
         * The launchpad as a page
         * @description Tokens, charts, trades, launches and a wallet, for people. It uses this API and the feed only.
         */
        get: operations["getPage"];
    };
    "/explorer/{file}": {
        /**
         * A file of that page
         * @description The page names the files that it needs. A name changes with the content, so a browser may cache a file for ever.
         */
        get: operations["getPageFile"];
    };
    "/token/{asset}": {
        /**
         * A token's page, with the tags of a preview
         * @description The same page as `/`. Its tags give name, figures and picture of the token to sites that show a preview of a link.
         */
        get: operations["getTokenPage"];
    };
    "/token/{asset}/picture": {
        /**
         * The picture of a shared link to a token, of 1,200 × 630 pixels
         * @description A PNG with name, image, price, market cap and progress of the token, for previews of links.
         */
        get: operations["getTokenPicture"];
    };
    "/view/{view}": {
        /**
         * The page, which shows the view of this name
         * @description The same page as `/`; the script of it reads the view from the address.
         */
        get: operations["getView"];
    };
    "/trader/{address}": {
        /**
         * The page, which shows the figures and trades of a trader
         * @description The same page as `/`; the script of it reads the trader from the address.
         */
        get: operations["getTraderPage"];
    };
    "/robots.txt": {
        /**
         * Paths that search engines are asked to leave out
         * @description Pages may be listed by search engines, responses of the API may not.
         */
        get: operations["getRobots"];
    };
    "/udf/config": {
        /**
         * Configuration of the datafeed
         * @description What the datafeed can do, in TradingView's words. A chart asks for it first.
         */
        get: operations["getUdfConfig"];
    };
    "/udf/time": {
        /**
         * The time of the service, Unix seconds
         * @description A number as plain text, in seconds. Charts start the running bar by it.
         */
        get: operations["getUdfTime"];
    };
    "/udf/symbols": {
        /**
         * A token by its asset id or its ticker
         * @description Unit, price scale and lengths of bars of a token's chart. An unknown token returns `s: error` with status 200.
         */
        get: operations["getUdfSymbol"];
    };
    "/udf/search": {
        /**
         * Tokens whose name, ticker or asset id contains a text
         * @description For the search of a chart. Prices of the symbols found are in ADA.
         */
        get: operations["searchUdfSymbols"];
    };
    "/udf/history": {
        /**
         * Bars of a token in columns, oldest first
         * @description The bars of `/v1/charts/history` with ADA as quote, digit by digit, in the unit of the symbol.
         */
        get: operations["getUdfHistory"];
    };
    "/udf/quotes": {
        /**
         * Last prices and the bars of the day
         * @description For the watchlist of a chart: the last price, its change since the close of the day before, and the bar of this day in UTC.
         */
        get: operations["getUdfQuotes"];
    };
    "/dex/latest-block": {
        /**
         * The newest confirmed block
         * @description Events up to this block can be read, and no fork takes them back: the setting `CONFIRMATIONS` has the number of later blocks.
         */
        get: operations["getDexLatestBlock"];
    };
    "/dex/asset": {
        /**
         * A listed token, or ADA
         * @description Name, symbol, decimals and supply, as aggregators ask for them once for each token.
         */
        get: operations["getDexAsset"];
    };
    "/dex/pair": {
        /**
         * The curve or the AMM pool of a token, as a pair with ADA
         * @description A token has a pair for its curve and, after graduation, one for its AMM pool, because reserves, fee and price change then. A pair is named by the NFT of its pool: the members `id` and `cpmmPoolId` of a pool.
         */
        get: operations["getDexPair"];
    };
    "/dex/events": {
        /**
         * Swaps, deposits and withdrawals of all pairs in a range of blocks
         * @description At most 1000 blocks up to the newest confirmed one, and at most 10000 events unless it is one block. Orders that filled each other without a pool are left out.
         */
        get: operations["getDexEvents"];
    };
    "/dex/tickers": {
        /**
         * Tokens that traded in the 24 hours before the newest confirmed block
         * @description Last, highest and lowest price in ADA, and the volume of both sides, of trades with a pool. Orders that filled each other are left out.
         */
        get: operations["getDexTickers"];
    };
    "/dex/historical_trades": {
        /**
         * Trades of a ticker, newest first
         * @description Confirmed trades with a pool; prices are ADA for a token.
         */
        get: operations["getDexHistoricalTrades"];
    };
    "/metadata/{subject}": {
        /**
         * Metadata of a token, for wallets
         * @description Properties of CIP-26, without signatures, in the form of the file of a token in the public token registry. A browser stores the answer under the name that the registry asks for.
         */
        get: operations["getTokenMetadata"];
    };
    "/metadata/{subject}/properties": {
        /**
         * All properties of a token
         * @description Properties of CIP-26, without signatures, in the form of the file of a token in the public token registry. A browser stores the answer under the name that the registry asks for.
         */
        get: operations["getTokenProperties"];
    };
    "/metadata/{subject}/properties/{property}": {
        /**
         * One property of a token
         * @description The answer has the subject and this property only. NOT_FOUND if the token lacks it.
         */
        get: operations["getTokenProperty"];
    };
    "/metadata/query": {
        /**
         * Metadata of several tokens, for wallets
         * @description Tokens that are not listed are left out.
         */
        post: operations["queryTokenMetadata"];
    };
    "/healthz": {
        /**
         * Whether the process is alive
         * @description Answers 200 as long as the process answers at all, also while it is not ready. For the liveness probe of an orchestrator.
         */
        get: operations["getHealth"];
    };
    "/readyz": {
        /**
         * Whether the service is ready for traffic
         * @description Ready while the read models can be read and follow the tip of the node; `checks` has each reason against it. For load balancers and for the readiness probe of an orchestrator.
         */
        get: operations["getReadiness"];
    };
    "/healthcheck": {
        /**
         * Whether the service is ready for traffic
         * @description Ready while the read models can be read and follow the tip of the node; `checks` has each reason against it. For load balancers and for the readiness probe of an orchestrator.
         */
        get: operations["getHealthcheck"];
    };
    "/status": {
        /**
         * Sync status: tips of node, log and models, running refolds, problems
         * @description For operators: how far the service is, what it rebuilds and mirrors, and what it lacks.
         */
        get: operations["getStatus"];
    };
    "/v1/devnet": {
        /**
         * The funded wallet of a devnet
         * @description Recovery phrase, address and key of an account with test ADA. NOT_FOUND on every other network.
         */
        get: operations["getDevnet"];
    };
    "/docs": {
        /**
         * This document as a page
         * @description Every operation with its fields and examples, in Swagger UI. Requests can be sent from it.
         */
        get: operations["getDocs"];
    };
    "/docs/{file}": {
        /**
         * A file of that page
         * @description The page names the files that it needs. A name changes with the content, so a browser may cache a file for ever.
         */
        get: operations["getDocsFile"];
    };
    "/client.js": {
        /**
         * The typed client of this API and of the feed, as an ES module
         * @description One file without dependencies, of the running version, for browsers and for `import` by URL.
         */
        get: operations["getClient"];
    };
    "/client.d.ts": {
        /**
         * The types of that client, for TypeScript
         * @description Declarations of every operation, response and frame.
         */
        get: operations["getClientTypes"];
    };
    "/client.tgz": {
        /**
         * That client as a package, which `npm install` takes by this URL
         * @description Script and types with a package.json, for ES modules and for CommonJS.
         */
        get: operations["getClientPackage"];
    };
    "/llms.txt": {
        /**
         * The list of the documents about this API
         * @description Titles and addresses of the documents in Markdown, for language models and for readers without a browser.
         */
        get: operations["getGuide"];
    };
    "/docs/guide/{file}": {
        /**
         * A document about this API
         * @description A page of the project's documentation of the API, in Markdown, of the running version.
         */
        get: operations["getGuideFile"];
    };
    "/v1/docs/openapi": {
        /**
         * This document
         * @description The OpenAPI document of every route this process serves; in JSON where `Accept` prefers that.
         */
        get: operations["getOpenapi"];
    };
    "/openapi.json": {
        /**
         * This document in JSON
         * @description The OpenAPI document of every route this process serves, for generators that read no YAML.
         */
        get: operations["getOpenapiJson"];
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Pair: {
            /**
             * @description Base asset id.
             * @example ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a.4861696c204879647261
             */
            base: string;
            /**
             * @description Quote asset id; `.` for ADA.
             * @example .
             */
            quote: string;
        };
        Bar: {
            pair: components["schemas"]["Pair"];
            /**
             * @description Start of the bar, Unix seconds UTC.
             * @example 1725260400
             */
            time: number;
            /**
             * @description Lowest price, quote per base in smallest units.
             * @example 1.274818
             */
            low: string;
            /**
             * @description Highest price, in the same unit.
             * @example 4.58154037489
             */
            high: string;
            /**
             * @description Price before the first trade of the bar.
             * @example 1.274818
             */
            open: string;
            /**
             * @description Price after its last trade.
             * @example 4.58154037489
             */
            close: string;
            /**
             * @description ADA traded, in lovelace.
             * @example 500000000
             */
            volume: string;
        };
        Error: {
            /**
             * @description Name of the failure in the original interface; `X-Error-Code` is more precise.
             * @example INVALID_PARAMS
             */
            cause: string;
            /**
             * @description Description of the problem and its remedy, for people.
             * @example Invalid input: limit must be an integer from 1 to 101
             */
            message: string;
        };
        MarketCapBar: {
            pair: components["schemas"]["Pair"];
            /**
             * @description Start of the bar, Unix seconds UTC.
             * @example 1725260400
             */
            time: number;
            /**
             * @description Market capitalisation of the whole emission at the closing price, lovelace.
             * @example 4581540375
             */
            mCap: string;
            /**
             * @description Whether the bar has not ended yet and may still change.
             * @example true
             */
            isRelevant: boolean;
        };
        Sparkline: {
            /**
             * @description Asset id of the token.
             * @example ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a.4861696c204879647261
             */
            asset: string;
            /**
             * @description Price at the start of the range, lovelace per token; of a token launched in it, the price before its first trade.
             * @example 2.567442145539
             */
            open: string;
            /** @description Requested number of prices, each the close of the last bar that begins in a step. The steps have equal length; the bars are the longest of `min1`, `min5`, `hour1` and `day1` that fit into a step, so the last bar may end after the step. */
            closes: string[];
            /**
             * @description ADA traded in the range, lovelace.
             * @example 34000000
             */
            volume: string;
            /**
             * @description Number of orders executed in the range.
             * @example 12
             */
            trades: number;
        };
        UnspentOutput: {
            /**
             * @description Hash of the creating transaction.
             * @example 5cfaf853d0d79e3cd31dbebadb0cac02473f32f80f156b22362a1714eb0b9163
             */
            txHash: string;
            /**
             * @description Output index within its transaction.
             * @example 1
             */
            index: number;
            /**
             * @description Bech32 address.
             * @example addr1q820qk7389juurzjh8z6kfjt45xvkp2w042jlrw3wc6530svmkvs0c6kwy5ke32yn8razutl64n8m4wrykjdnm89cfas256c9k
             */
            address: string;
            /** @description Lovelace first, then tokens by asset id. */
            value: {
                /**
                 * @description `lovelace`, or the asset id of a native token.
                 * @example lovelace
                 */
                unit: string;
                /**
                 * @description In smallest units.
                 * @example 1215420
                 */
                amount: string;
            }[];
            /**
             * @description Hash of the datum. Only with `details`, for outputs with a datum.
             * @example 923918e403bf43c34b4ef6b48eb2ee04babed17320d8d1b9ff9ad086e86f44ec
             */
            datumHash?: string;
            /**
             * @description CBOR of the inline datum. Only with `details`, for outputs with an inline datum.
             * @example d87980
             */
            inlineDatum?: string;
            /** @description Reference script of the output. Only with `details`, for outputs with a reference script. */
            scriptRef?: {
                /**
                 * @description `native`, or `plutus:v1` to `plutus:v4`.
                 * @example native
                 */
                language: string;
                /**
                 * @description Hash of the script.
                 * @example 4ae4cd8f20a2dc1ba7bb4f9ec4c9ad1ce3b6e0de0b8e9d5e1d7d6a5f
                 */
                hash: string;
                /**
                 * @description A native script's CBOR, or a Plutus script's bytes with one CBOR wrapping.
                 * @example 8200581c6b6f4f4d5f2f0d1c9f7b1f0a8c3e5d7a9b1c2d3e4f5061728394a5b6
                 */
                cbor: string;
            };
        };
        Holder: {
            /**
             * @description Address in bech32 (base58 for a Byron one).
             * @example addr1q8lsjfvtpnu9kv5zhwgsdcw03tlkuwcvjqmzm35arx9xl6k6s0uhca7762y56q2j9en5ttn69p7a048cw3mz62fuj3mqauv0x3
             */
            address: string;
            /**
             * @description In the token's smallest unit.
             * @example 50047569
             */
            quantity: string;
        };
        Position: {
            /**
             * @description The token.
             * @example ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a.4861696c204879647261
             */
            asset: string;
            /**
             * @description Lovelace paid for tokens.
             * @example 5000000
             */
            boughtAda: string;
            /**
             * @description Tokens bought, in smallest units.
             * @example 1940500
             */
            boughtTokens: string;
            /**
             * @description Lovelace received for tokens.
             * @example 9822122
             */
            soldAda: string;
            /**
             * @description Tokens sold, in smallest units.
             * @example 3888762
             */
            soldTokens: string;
            /**
             * @description Number of filled orders.
             * @example 2
             */
            ordersCount: number;
            /**
             * @description Tokens held now, in smallest units.
             * @example 2500000
             */
            quantity: string;
            /** @description Value of these tokens at the current price, rounded down. */
            worth: string | null;
            /**
             * @description Number of these tokens that were bought by orders and not sold: at most `boughtTokens` minus the sold tokens.
             * @example 1940500
             */
            openQuantity: string;
            /**
             * @description Lovelace that these tokens cost on average, rounded up.
             * @example 5000000
             */
            openCost: string;
            /** @description Value of these tokens, rounded down. */
            openWorth: string | null;
            /**
             * @description Lovelace received in sales, minus the average cost of the sold tokens; below 0 for a loss. Tokens that were not bought by orders have no cost, and their share of a sale is left out.
             * @example 822122
             */
            realised: string;
            /**
             * @description Lovelace that the executed orders paid to executors, in addition to the amounts above: what left the orders and did not come back. The percentage fee is part of the amounts. The network's fees of the transactions are not included.
             * @example 3300000
             */
            fees: string;
            /** @description Average price in the pool, in lovelace per token and rounded up after 12 fraction digits, at which one sale of `openQuantity` returns its cost and the fees that were paid for it, after the percentage fee and the executor's fee of the sale. */
            breakEven: string | null;
            /** @description Lovelace that one sale of `openQuantity` would bring now, after the price impact, the percentage fee and the executor's fee, without the network's fee; rounded down. */
            netNow: string | null;
        };
        RankedTrader: {
            /**
             * @description Payment part of the address of the trader: key hash or script hash.
             * @example d4f05bd13965ce0c52b9c5ab264bad0ccb054e7d552f8dd1763548be
             */
            owner: string;
            /**
             * @description Address of the trader's latest executed order.
             * @example addr1q8lsjfvtpnu9kv5zhwgsdcw03tlkuwcvjqmzm35arx9xl6k6s0uhca7762y56q2j9en5ttn69p7a048cw3mz62fuj3mqauv0x3
             */
            address: string;
            /**
             * @description ADA side of the executed orders, both sides, lovelace.
             * @example 2500000000
             */
            volume: string;
            /**
             * @description Number of executed orders.
             * @example 12
             */
            trades: number;
            /**
             * @description Net profit of sales, lovelace; below 0 for a loss: proceeds, minus the average cost of the sold tokens and every fee but the network's.
             * @example 45100000
             */
            profit: string;
            /**
             * @description Number of executed orders that sold tokens which had been bought by orders.
             * @example 5
             */
            sales: number;
            /**
             * @description Number of these sales with a net profit above 0.
             * @example 3
             */
            wins: number;
        };
        TraderFigures: {
            /**
             * @description ADA side of the executed orders, both sides, lovelace.
             * @example 2500000000
             */
            volume: string;
            /**
             * @description Number of executed orders.
             * @example 12
             */
            trades: number;
            /**
             * @description Net profit of sales, lovelace; below 0 for a loss: proceeds, minus the average cost of the sold tokens and every fee but the network's.
             * @example 45100000
             */
            profit: string;
            /**
             * @description Number of executed orders that sold tokens which had been bought by orders.
             * @example 5
             */
            sales: number;
            /**
             * @description Number of these sales with a net profit above 0.
             * @example 3
             */
            wins: number;
        };
        TokenTrader: {
            /**
             * @description Payment part of the address of the trader: key hash or script hash.
             * @example d4f05bd13965ce0c52b9c5ab264bad0ccb054e7d552f8dd1763548be
             */
            owner: string;
            /**
             * @description Address of the trader's latest executed order.
             * @example addr1q8lsjfvtpnu9kv5zhwgsdcw03tlkuwcvjqmzm35arx9xl6k6s0uhca7762y56q2j9en5ttn69p7a048cw3mz62fuj3mqauv0x3
             */
            address: string;
            /**
             * @description Number of executed orders.
             * @example 12
             */
            trades: number;
            /**
             * @description Lovelace paid for tokens.
             * @example 5000000
             */
            boughtAda: string;
            /**
             * @description Tokens bought, in smallest units.
             * @example 1940500
             */
            boughtTokens: string;
            /**
             * @description Lovelace received for tokens.
             * @example 9822122
             */
            soldAda: string;
            /**
             * @description Tokens sold, in smallest units.
             * @example 3888762
             */
            soldTokens: string;
            /**
             * @description Net profit of sales, lovelace; below 0 for a loss: proceeds, minus the average cost of the sold tokens and every fee but the network's.
             * @example 45100000
             */
            profit: string;
            /**
             * @description Tokens that were bought by orders, are not sold and are still held.
             * @example 1940500
             */
            openQuantity: string;
            /**
             * @description Lovelace paid for them on average, with the fees of executors; rounded up.
             * @example 90100000
             */
            paid: string;
            /** @description What one sale of these tokens would bring now, after price impact and all fees but those of the network. Null if the token does not trade, or if the service has no protocol config. */
            netNow: string | null;
        };
        Trade: {
            /**
             * @description Place of the trade on the chain; greater for later trades.
             * @example 8761738018816
             */
            position: number;
            /**
             * @description Time of its block, Unix seconds.
             * @example 1725260400
             */
            time: number;
            /**
             * @description Height of its block.
             * @example 10782965
             */
            height: number;
            /**
             * @description Transaction that made the trade.
             * @example 0e4a7c58dd6f0fbdaf6e1ddc01ea38ae5e5af4ed97b1ae9de2cf1bc6fb2cb9ea
             */
            transactionId: string;
            /**
             * @description Asset id of the token.
             * @example ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a.4861696c204879647261
             */
            asset: string;
            /**
             * @description Where it traded: `orders` if orders filled each other without a pool.
             * @example curve
             * @enum {string}
             */
            venue: "curve" | "amm" | "orders";
            /**
             * @description Side of the trader.
             * @example buy
             * @enum {string}
             */
            side: "buy" | "sell";
            /**
             * @description ADA side: what a buyer paid before the fee of the order, or what a seller received after it; lovelace.
             * @example 500000000
             */
            lovelace: string;
            /**
             * @description Token side, smallest units.
             * @example 109146596
             */
            tokens: string;
            /**
             * @description Price after the trade, or of the orders that filled each other; lovelace per token.
             * @example 4.58154037489
             */
            price: string;
            /** @description Payment part of the address of the trader; null if the trader is unknown. */
            owner: string | null;
            /** @description Address of the owner of the order; of a trade without an order the address of the first input. Null if the trader is unknown. */
            address: string | null;
            /** @description The filled order; null for a trade without an order. */
            orderId: string | null;
        };
        /** @description The operator's protocol config, unchanged. */
        ProtocolConfig: {
            /**
             * @description Version of the document.
             * @example 2
             */
            version: number;
            /**
             * @description Network of the document.
             * @example mainnet
             * @enum {string}
             */
            network: "mainnet" | "preprod" | "preview" | "devnet";
            /**
             * @description Environment of the deployment.
             * @example production
             * @enum {string}
             */
            environment: "production" | "staging" | "development";
            /** @description Addresses that transactions pay to. */
            addresses: {
                /**
                 * @description Bech32 address that collects protocol fees.
                 * @example addr1qy32agk6zhjffcqhvu296j9a594k6smlr3zfsgaqgsvnmtefn2pw7433r2ss4hcycqrj6jrsaw056hlnz5fjgdyyrd6qsw8ngt
                 */
                fee: string;
                /**
                 * @description Bech32 address of the output that carries a token's metadata.
                 * @example addr1qy32agk6zhjffcqhvu296j9a594k6smlr3zfsgaqgsvnmtefn2pw7433r2ss4hcycqrj6jrsaw056hlnz5fjgdyyrd6qsw8ngt
                 */
                metadata: string;
            };
            /** @description Fees, curve and keys. An order pays an executor fee of networkFee.raw + fixedFee.raw lovelace. */
            parameters: {
                /**
                 * @description Stake credential of launched pools' addresses: a hash of 28 bytes.
                 * @example b2f6abf60ccde92eae1a2f4fdf65f2eaf6208d872c6f0e597cc10b07
                 */
                launchStakeCredential: string;
                /**
                 * @description Key hash of the executor that fills orders.
                 * @example e865941988edcca559268b57b7ee939974fd42fd26c7e1acd7a50678
                 */
                batcherKey: string;
                /**
                 * @description Hash of the witness that launches and graduations need.
                 * @example 30c1003aa7dec834e0d0a78db547ba8840e58060725dbfae352f0d64
                 */
                factoryWitness: string;
                /**
                 * @description Hash of the witness that administration needs.
                 * @example 8807fbe6e36b1c35ad6f36f0993e2fc67ab6f2db06041cfa3a53c04a
                 */
                adminWitness: string;
                /**
                 * @description Tokens minted by a launch, smallest unit.
                 * @example {
                 *       "human": "1_000_000_000",
                 *       "raw": "1000000000"
                 *     }
                 */
                tokenEmission: {
                    /**
                     * @description For people: `_` between thousands; in ADA where `raw` is lovelace.
                     * @example 1_000_000_000
                     */
                    human: string;
                    /**
                     * @description The exact integer; lovelace or the smallest unit.
                     * @example 1000000000
                     */
                    raw: string;
                };
                /**
                 * @description Numerator of coefficient a: the price after s tokens sold is aNum/aDenom * s^2 + bNum/bDenom lovelace per token.
                 * @example {
                 *       "human": "122_525_779_519",
                 *       "raw": "122525779519"
                 *     }
                 */
                aNum: {
                    /**
                     * @description For people: `_` between thousands; in ADA where `raw` is lovelace.
                     * @example 122_525_779_519
                     */
                    human: string;
                    /**
                     * @description The exact integer; lovelace or the smallest unit.
                     * @example 122525779519
                     */
                    raw: string;
                };
                /**
                 * @description Denominator of coefficient a.
                 * @example {
                 *       "human": "1_000_000_000_000_000_000_000_000_000",
                 *       "raw": "1000000000000000000000000000"
                 *     }
                 */
                aDenom: {
                    /**
                     * @description For people: `_` between thousands; in ADA where `raw` is lovelace.
                     * @example 1_000_000_000_000_000_000_000_000_000
                     */
                    human: string;
                    /**
                     * @description The exact integer; lovelace or the smallest unit.
                     * @example 1000000000000000000000000000
                     */
                    raw: string;
                };
                /**
                 * @description Numerator of coefficient b, the price before the first token is sold.
                 * @example {
                 *       "human": "2_545_182",
                 *       "raw": "2545182"
                 *     }
                 */
                bNum: {
                    /**
                     * @description For people: `_` between thousands; in ADA where `raw` is lovelace.
                     * @example 2_545_182
                     */
                    human: string;
                    /**
                     * @description The exact integer; lovelace or the smallest unit.
                     * @example 2545182
                     */
                    raw: string;
                };
                /**
                 * @description Denominator of coefficient b.
                 * @example {
                 *       "human": "1_000_000",
                 *       "raw": "1000000"
                 *     }
                 */
                bDenom: {
                    /**
                     * @description For people: `_` between thousands; in ADA where `raw` is lovelace.
                     * @example 1_000_000
                     */
                    human: string;
                    /**
                     * @description The exact integer; lovelace or the smallest unit.
                     * @example 1000000
                     */
                    raw: string;
                };
                /**
                 * @description ADA that a curve collects until it graduates, in lovelace; without the deposit of poolMinAda.
                 * @example {
                 *       "human": "18_188.4",
                 *       "raw": "18188400000"
                 *     }
                 */
                adaThreshold: {
                    /**
                     * @description For people: `_` between thousands; in ADA where `raw` is lovelace.
                     * @example 18_188.4
                     */
                    human: string;
                    /**
                     * @description The exact integer; lovelace or the smallest unit.
                     * @example 18188400000
                     */
                    raw: string;
                };
                /**
                 * @description Fixed protocol fee of a trade, in lovelace.
                 * @example {
                 *       "human": "0.5",
                 *       "raw": "500000"
                 *     }
                 */
                fixedFee: {
                    /**
                     * @description For people: `_` between thousands; in ADA where `raw` is lovelace.
                     * @example 0.5
                     */
                    human: string;
                    /**
                     * @description The exact integer; lovelace or the smallest unit.
                     * @example 500000
                     */
                    raw: string;
                };
                /**
                 * @description Minimum trade, in lovelace.
                 * @example {
                 *       "human": "1",
                 *       "raw": "1000000"
                 *     }
                 */
                minTradeAda: {
                    /**
                     * @description For people: `_` between thousands; in ADA where `raw` is lovelace.
                     * @example 1
                     */
                    human: string;
                    /**
                     * @description The exact integer; lovelace or the smallest unit.
                     * @example 1000000
                     */
                    raw: string;
                };
                /**
                 * @description Fee of a trade in percent of its ADA side; at most two decimals.
                 * @example 1
                 */
                percentFee: number;
                /**
                 * @description Estimate of a trade's network fee, in lovelace.
                 * @example {
                 *       "human": "0.6",
                 *       "raw": "600000"
                 *     }
                 */
                networkFee: {
                    /**
                     * @description For people: `_` between thousands; in ADA where `raw` is lovelace.
                     * @example 0.6
                     */
                    human: string;
                    /**
                     * @description The exact integer; lovelace or the smallest unit.
                     * @example 600000
                     */
                    raw: string;
                };
                /**
                 * @description Deposit in a pool's reserve, in lovelace.
                 * @example {
                 *       "human": "3",
                 *       "raw": "3000000"
                 *     }
                 */
                poolMinAda: {
                    /**
                     * @description For people: `_` between thousands; in ADA where `raw` is lovelace.
                     * @example 3
                     */
                    human: string;
                    /**
                     * @description The exact integer; lovelace or the smallest unit.
                     * @example 3000000
                     */
                    raw: string;
                };
                /**
                 * @description Minimum initial deposit of a launch, in lovelace.
                 * @example {
                 *       "human": "1",
                 *       "raw": "1000000"
                 *     }
                 */
                minLaunchAdaInitialDepositFee: {
                    /**
                     * @description For people: `_` between thousands; in ADA where `raw` is lovelace.
                     * @example 1
                     */
                    human: string;
                    /**
                     * @description The exact integer; lovelace or the smallest unit.
                     * @example 1000000
                     */
                    raw: string;
                };
                /**
                 * @description Fee of a launch, in lovelace.
                 * @example {
                 *       "human": "0.5",
                 *       "raw": "500000"
                 *     }
                 */
                launchFeeAmount: {
                    /**
                     * @description For people: `_` between thousands; in ADA where `raw` is lovelace.
                     * @example 0.5
                     */
                    human: string;
                    /**
                     * @description The exact integer; lovelace or the smallest unit.
                     * @example 500000
                     */
                    raw: string;
                };
            };
            /**
             * @description URL of upstream documentation; empty for none.
             * @example https://docs.snek.fun
             */
            documentation: string;
        };
        /** @description The operator's contracts config, unchanged. */
        ContractsConfig: {
            /**
             * @description Network of the document.
             * @example mainnet
             * @enum {string}
             */
            network: "mainnet" | "preprod" | "preview" | "devnet";
            /** @description Minting policies. */
            minting: {
                /** @description Pool NFTs. */
                nft: {
                    /**
                     * @description Minting script of pool NFTs, CBOR in hex; empty if it is not published.
                     * @example 46010000222601
                     */
                    script: string;
                    /**
                     * @description Policy id of pool NFTs.
                     * @example 63f947b8d9535bc4e4ce6919e3dc056547e8d30ada12f29aa5f826b8
                     */
                    policy: string;
                    /**
                     * @description URL of upstream documentation; empty for none.
                     * @example https://docs.snek.fun
                     */
                    documentation: string;
                };
                /** @description Launched tokens. */
                other: {
                    /**
                     * @description Template of token minting policies, CBOR in hex; empty if it is not published.
                     * @example 46010000222601
                     */
                    template: string;
                    /**
                     * @description URL of upstream documentation; empty for none.
                     * @example https://docs.snek.fun
                     */
                    documentation: string;
                };
            };
            /** @description Validators. */
            contracts: {
                /** @description The contract of bonding-curve pools. */
                launchAsset: {
                    /**
                     * @description Hash of the validator of bonding-curve pools.
                     * @example 905ab869961b094f1b8197278cfe15b45cbe49fa8f32c6b014f85a2d
                     */
                    hash: string;
                    /**
                     * @description URL of upstream documentation; empty for none.
                     * @example https://docs.snek.fun
                     */
                    documentation: string;
                };
                /** @description The legacy order contract. */
                serviceOrderLegacy: {
                    /**
                     * @description Serialized validator of orders, CBOR in hex; empty if it is not published.
                     * @example 46010000222601
                     */
                    script: string;
                    /**
                     * @description Hash of that validator.
                     * @example d9143ac63473b17a215d1b7484dfb6ac6b4a0005beb0e26a6ca02c96
                     */
                    hash: string;
                    /** @description The output that carries the script, for reference inputs. */
                    uTxORef: {
                        /**
                         * @description Id of its transaction.
                         * @example e2ed9e953ebf98ca701fc93588d73cb9769f87b9d13712474f566a0743963e8b
                         */
                        txHash: string;
                        /**
                         * @description Index of the output in its transaction.
                         * @example 0
                         */
                        index: number;
                    };
                    /** @description Execution budget of spending an order. */
                    cost: {
                        /**
                         * @description Memory units.
                         * @example 162000
                         */
                        mem: number;
                        /**
                         * @description CPU steps.
                         * @example 60000000
                         */
                        steps: number;
                    };
                    /**
                     * @description URL of upstream documentation; empty for none.
                     * @example https://docs.snek.fun
                     */
                    documentation: string;
                };
                /** @description The current order contract. */
                serviceOrder: {
                    /**
                     * @description Serialized validator of orders, CBOR in hex; empty if it is not published.
                     * @example 46010000222601
                     */
                    script: string;
                    /**
                     * @description Hash of that validator.
                     * @example d9143ac63473b17a215d1b7484dfb6ac6b4a0005beb0e26a6ca02c96
                     */
                    hash: string;
                    /** @description The output that carries the script, for reference inputs. */
                    uTxORef: {
                        /**
                         * @description Id of its transaction.
                         * @example e2ed9e953ebf98ca701fc93588d73cb9769f87b9d13712474f566a0743963e8b
                         */
                        txHash: string;
                        /**
                         * @description Index of the output in its transaction.
                         * @example 0
                         */
                        index: number;
                    };
                    /** @description Execution budget of spending an order. */
                    cost: {
                        /**
                         * @description Memory units.
                         * @example 162000
                         */
                        mem: number;
                        /**
                         * @description CPU steps.
                         * @example 60000000
                         */
                        steps: number;
                    };
                    /**
                     * @description URL of upstream documentation; empty for none.
                     * @example https://docs.snek.fun
                     */
                    documentation: string;
                };
            };
        };
        /** @description Short protocol parameters. */
        Parameters: {
            /**
             * @description Tokens minted by a launch, smallest unit.
             * @example 1000000000
             */
            tokenEmission: string;
            /**
             * @description Numerator of coefficient a: the price after s tokens sold is aNum/aDenom * s^2 + bNum/bDenom lovelace per token.
             * @example 122525779519
             */
            aNum: string;
            /**
             * @description Denominator of coefficient a.
             * @example 1000000000000000000000000000
             */
            aDenom: string;
            /**
             * @description Numerator of coefficient b, the price before the first token is sold.
             * @example 2545182
             */
            bNum: string;
            /**
             * @description Denominator of coefficient b.
             * @example 1000000
             */
            bDenom: string;
            /**
             * @description ADA that a curve collects until it graduates, in lovelace; without the deposit in its reserve. The price at graduation gives the market capitalisation of the tier.
             * @example 18188400000
             */
            adaThreshold: string;
            /**
             * @description Fixed fee of the protocol per order, in lovelace; part of the executor fee of a quote.
             * @example 500000
             */
            fixedFee: string;
            /**
             * @description Minimum trade, in lovelace.
             * @example 1000000
             */
            minTradeAda: string;
            /**
             * @description Fee of a trade in percent of its ADA side.
             * @example 1
             */
            percentFee: number;
            /**
             * @description Script hash of bonding-curve pools: contracts.launchAsset.hash of the contracts config.
             * @example 905ab869961b094f1b8197278cfe15b45cbe49fa8f32c6b014f85a2d
             */
            deployScript: string;
            /** @description Fees of a launch, which its transaction pays: `launchFee`, and `percentFee` of the first purchase, rounded down, or `minDepositFee` if that is more. */
            launchFees: {
                /**
                 * @description Fee of the launch itself, in lovelace.
                 * @example 500000
                 */
                launchFee: string;
                /**
                 * @description Minimum fee of the first purchase, in lovelace, also without one.
                 * @example 1000000
                 */
                minDepositFee: string;
            };
            /** @description Curve of launches of type HYPED, with the same denominators. Absent if the operator has not supplied it; HYPED launches are refused there. */
            hyped?: {
                /**
                 * @description Numerator of coefficient a.
                 * @example 177128257607
                 */
                aNum: string;
                /**
                 * @description Numerator of coefficient b.
                 * @example 6901746
                 */
                bNum: string;
                /**
                 * @description ADA that the curve collects until it graduates, in lovelace.
                 * @example 27501849940
                 */
                adaThreshold: string;
            };
        };
        /** @description An unsigned order. */
        OrderBuild: {
            /**
             * @description The unsigned transaction.
             * @example 84a0a0f5f6
             */
            cbor: string;
            /**
             * @description Id of this build, for logs and support. Each build has a new one; it is not the hash of the transaction.
             * @example order-01JD3NE2B6Z5QXW3V8Y2M4T7RK
             */
            id: string;
            /**
             * @description Beacon of the order, 28 bytes. For an order without a beacon: its transaction hash and its output index as 8 bytes.
             * @example 07f03034afc822b3f2921e504a21e130fddbeafffa9a215660f87289
             */
            beacon: string;
            /** @description Expected lovelace per token of this trade. */
            price?: {
                /**
                 * @description Lovelace, in lowest terms.
                 * @example 2567443
                 */
                numerator: string;
                /**
                 * @description Tokens, in lowest terms.
                 * @example 1000000
                 */
                denominator: string;
            };
            /**
             * @description Asset of the input.
             * @example .
             */
            inputAsset: string;
            /**
             * @description Amount swapped, including the percentage fee. The executor fee and the deposit are added to it.
             * @example 100000000
             */
            inputAmount: string;
            /**
             * @description Asset of the output.
             * @example 63f947b8d9535bc4e4ce6919e3dc056547e8d30ada12f29aa5f826b8.43434320
             */
            outputAsset: string;
            /**
             * @description Expected output at the current price, before slippage.
             * @example 38015430
             */
            outputAmount: string;
            /**
             * @description The token of the price.
             * @example 63f947b8d9535bc4e4ce6919e3dc056547e8d30ada12f29aa5f826b8.43434320
             */
            priceBase: string;
            /**
             * @description Unit of the price: ADA.
             * @example .
             */
            priceQuote: string;
            /** @description The block whose pool gives the price. */
            point: {
                /**
                 * @description Slot of the block.
                 * @example 133697199
                 */
                slot: number;
                /**
                 * @description Block id: header hash, 32 bytes in hex.
                 * @example 5cbc5a14be4f60278c9dfbd20ff51b69094e35b611f30446f9f6eced2def729d
                 */
                id: string;
                /**
                 * @description Height of the block.
                 * @example 10783050
                 */
                height: number;
            };
            /**
             * @description Hash of the transaction; signatures do not change it.
             * @example 1aa558a787d573158a287164517ac840154f56d79aebebc64b86ce3af7aabc76
             */
            txHash: string;
            /**
             * @description End of the validity of the transaction, Unix milliseconds. Null if it stays valid until another transaction spends one of its inputs.
             * @example 1795302000000
             */
            validUntil: number | null;
            /**
             * @description Id of the order in `GET /v1/orders-feed/orders/{entityId}` and in frames of the feed, once the order is submitted.
             * @example 1aa558a787d573158a287164517ac840154f56d79aebebc64b86ce3af7aabc76:0
             */
            entityId: string;
        };
        /** @description A quote of an order. */
        OrderQuote: {
            /**
             * @description Where the token trades: on its bonding curve, or on its AMM pool after graduation.
             * @example curve
             * @enum {string}
             */
            venue: "curve" | "amm";
            /**
             * @description Asset of the input.
             * @example .
             */
            inputAsset: string;
            /**
             * @description Amount swapped, including the percentage fee. The executor fee and the deposit are added to it.
             * @example 100000000
             */
            inputAmount: string;
            /**
             * @description Asset of the output.
             * @example 63f947b8d9535bc4e4ce6919e3dc056547e8d30ada12f29aa5f826b8.43434320
             */
            outputAsset: string;
            /**
             * @description Expected output at the current price, before slippage.
             * @example 38015430
             */
            outputAmount: string;
            /**
             * @description The token of the price.
             * @example 63f947b8d9535bc4e4ce6919e3dc056547e8d30ada12f29aa5f826b8.43434320
             */
            priceBase: string;
            /**
             * @description Unit of the price: ADA.
             * @example .
             */
            priceQuote: string;
            /** @description The block whose pool gives the price. */
            point: {
                /**
                 * @description Slot of the block.
                 * @example 133697199
                 */
                slot: number;
                /**
                 * @description Block id: header hash, 32 bytes in hex.
                 * @example 5cbc5a14be4f60278c9dfbd20ff51b69094e35b611f30446f9f6eced2def729d
                 */
                id: string;
                /**
                 * @description Height of the block.
                 * @example 10783050
                 */
                height: number;
            };
            /**
             * @description Minimum output that the order accepts for its input.
             * @example 32313116
             */
            leastOutputAmount: string;
            /** @description Expected lovelace per token of this trade. */
            price: {
                /**
                 * @description Lovelace, in lowest terms.
                 * @example 2567443
                 */
                numerator: string;
                /**
                 * @description Tokens, in lowest terms.
                 * @example 1000000
                 */
                denominator: string;
            };
            /**
             * @description Price impact in percent: the difference between the price of this trade and the price of the smallest possible trade, before fees.
             * @example 2.31
             */
            priceImpact: string;
            /** @description Fees that are not part of the price, without the network fee of the transaction. */
            fees: {
                /**
                 * @description The percentage fee, on the ADA side of the trade, lovelace.
                 * @example 1000000
                 */
                percentage: string;
                /**
                 * @description Amount that the executor keeps for network and protocol, in lovelace.
                 * @example 1100000
                 */
                executor: string;
                /**
                 * @description Deposit in lovelace; returned with the filled or cancelled order.
                 * @example 1500000
                 */
                deposit: string;
            };
            /**
             * @description Total lovelace in the output of the order.
             * @example 102600000
             */
            lovelace: string;
        };
        /** @description The cancellation of an order. */
        CancelBuild: {
            /**
             * @description Id of this build, for logs and support. Each build has a new one; it is not the hash of the transaction.
             * @example cancel-01JD3NE2B6Z5QXW3V8Y2M4T7RK
             */
            id: string;
            /**
             * @description The transaction. If the request had no collateral, it has the service's collateral and signature.
             * @example 84a0a0f5f6
             */
            cbor: string;
            /**
             * @description Second argument (`partialSign`) of CIP-30 `signTx`.
             * @example true
             * @constant
             */
            partial: true;
            /**
             * @description Hash of the transaction; signatures do not change it.
             * @example 1aa558a787d573158a287164517ac840154f56d79aebebc64b86ce3af7aabc76
             */
            txHash: string;
            /**
             * @description End of the validity of the transaction, Unix milliseconds. Null if it stays valid until another transaction spends one of its inputs.
             * @example 1795302000000
             */
            validUntil: number | null;
            /**
             * @description Id of the order that is cancelled.
             * @example 1aa558a787d573158a287164517ac840154f56d79aebebc64b86ce3af7aabc76:0
             */
            entityId: string;
        };
        /** @description The launch of a token. */
        LaunchBuild: {
            /**
             * @description Id of this build, for logs and support. Each build has a new one; it is not the hash of the transaction.
             * @example launch-01JD3NE2B6Z5QXW3V8Y2M4T7RK
             */
            id: string;
            /**
             * @description The transaction. If the request had no collateral, it has the service's collateral and signature.
             * @example 84a0a0f5f6
             */
            cbor: string;
            /**
             * @description Second argument (`partialSign`) of CIP-30 `signTx`: true if the service provided collateral and has signed.
             * @example true
             */
            partial: boolean;
            /**
             * @description The launched token.
             * @example 63f947b8d9535bc4e4ce6919e3dc056547e8d30ada12f29aa5f826b8.43434320
             */
            assetId: string;
            /**
             * @description Its asset name, hex.
             * @example 43434320
             */
            assetSubject: string;
            /**
             * @description Its policy id.
             * @example 63f947b8d9535bc4e4ce6919e3dc056547e8d30ada12f29aa5f826b8
             */
            policyId: string;
            /**
             * @description Content id of its image, which is at `/ipfs/{cid}`.
             * @example bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e
             */
            logoCID: string;
            /**
             * @description Tokens of the first purchase; absent without an initial deposit.
             * @example 50047569
             */
            userOutputTokens?: string;
            /**
             * @description Hash of the transaction; signatures do not change it.
             * @example 1aa558a787d573158a287164517ac840154f56d79aebebc64b86ce3af7aabc76
             */
            txHash: string;
            /**
             * @description End of the validity of the transaction, Unix milliseconds. Null if it stays valid until another transaction spends one of its inputs.
             * @example 1795302000000
             */
            validUntil: number | null;
        };
        /** @description A transaction with its signatures. */
        Signed: {
            /**
             * @description The signed transaction, ready to be submitted.
             * @example 84a0a0f5f6
             */
            cbor: string;
        };
        /** @description A transaction in the node's mempool, or already on the chain. */
        Submitted: {
            /**
             * @description Hash of the transaction.
             * @example 1aa558a787d573158a287164517ac840154f56d79aebebc64b86ce3af7aabc76
             */
            txHash: string;
        };
        OlderAlike: {
            /**
             * @description Asset id of the older token.
             * @example ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a.4861696c204879647261
             */
            asset: string;
            /**
             * @description Its asset name as text.
             * @example SNEK
             */
            name: string;
            /**
             * @description Its ticker; empty when not given.
             * @example SNEK
             */
            ticker: string;
        };
        /** @description Metadata from the launch of the token. */
        LaunchDetails: {
            /**
             * @description Asset id of the token.
             * @example ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a.4861696c204879647261
             */
            asset: string;
            /**
             * @description Ticker as the creator wrote it; empty when not given.
             * @example HYDRA
             */
            ticker: string;
            /**
             * @description IPFS content id of the image as the creator wrote it, unchecked; empty when not given.
             * @example QmVmdNTJyXqlrPbMUeDsCVnEpaqhVwaBrHFpZWJEKJa7mA
             */
            logoCID: string;
            /**
             * @description Description as the creator wrote it; empty when not given.
             * @example Hail Hydra
             */
            description: string;
            /**
             * @description 0 for a default launch; 1 for a HYPED launch: in its first minutes an order may buy only a limited amount.
             * @example 0
             */
            launchType: 0 | 1;
            /** @description Who launched the token. */
            poolAuthor: {
                /**
                 * @description The creator's payment key hash. 56 hex digits, or empty when unknown.
                 * @example d4f05bd13965ce0c52b9c5ab264bad0ccb054e7d552f8dd1763548be
                 */
                pkh: string;
                /**
                 * @description The creator's stake key hash. 56 hex digits, or empty when unknown.
                 * @example d4f05bd13965ce0c52b9c5ab264bad0ccb054e7d552f8dd1763548be
                 */
                skh: string;
            };
            /** @description Links. They can lead anywhere: follow http and https only. */
            socials: {
                /** @description Twitter link as the creator wrote it, unchecked; null when not given. */
                twitter: string | null;
                /** @description Telegram link as the creator wrote it, unchecked; null when not given. */
                telegram: string | null;
                /** @description Discord link as the creator wrote it, unchecked; null when not given. */
                discord: string | null;
                /** @description Website link as the creator wrote it, unchecked; null when not given. */
                website: string | null;
            };
            /**
             * @description Output with the launch metadata, `txHash:index`; empty for early launches, which have none, and for pools whose launch was not seen.
             * @example 4a7f3c8d12e05b96a1c4d7e8f0b3a2951c6e8d7f4b0a3c2e1d9f8a7b6c5d4e3f:1
             */
            outputId: string;
            /**
             * @description Kind of token, by the `assetType` of the CIP-25 metadata of its launch; `Meme` if the launch does not have it.
             * @example Meme
             * @enum {string}
             */
            assetType: "Meme" | "AI";
            /**
             * @description Asset name as text; in hex if it is not UTF-8.
             * @example Hail Hydra
             */
            name: string;
            /**
             * @description `mixedScripts`: name or ticker mixes scripts, other than the usual combinations of Japanese, Chinese and Korean (UTS 39, above the level "highly restrictive"). `invisibleCharacters`: one of them has invisible characters without a meaning there.
             * @example []
             */
            marks: ("mixedScripts" | "invisibleCharacters")[];
            /** @description The oldest token that was launched or first seen before this one and whose name or ticker looks like the name or the ticker of this one, in upper or lower case: the skeletons of UTS 39 (Unicode 17.0.0) are equal. It may no longer trade. Null if there is none. */
            olderAlike: components["schemas"]["OlderAlike"] | null;
        };
        /** @description A pool with its state on chain, its market figures and the metadata of its token. */
        LiquidityPoolInfo: {
            /** @description The pool on chain. */
            pool: {
                /**
                 * @description Asset id of the pool's NFT; it does not change at graduation.
                 * @example 63f947b8d9535bc4e4ce6919e3dc056547e8d30ada12f29aa5f826b8.9f3c
                 */
                id: string;
                /** @description The ADA side. */
                x: {
                    /**
                     * @description ADA.
                     * @example .
                     * @constant
                     */
                    asset: ".";
                    /**
                     * @description Lovelace collected on the curve, without the 3 ADA of every new pool. After graduation: the reserve of the AMM pool, without fees that have not been withdrawn.
                     * @example 34405944
                     */
                    amount: string;
                };
                /** @description The token side. */
                y: {
                    /**
                     * @description Asset id of the token.
                     * @example ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a.4861696c204879647261
                     */
                    asset: string;
                    /**
                     * @description Tokens left in the pool, smallest units.
                     * @example 986521230
                     */
                    amount: string;
                };
                /** @description The pool's UTxO. */
                outputId: {
                    /**
                     * @description Transaction that created the output.
                     * @example 4a7f3c8d12e05b96a1c4d7e8f0b3a2951c6e8d7f4b0a3c2e1d9f8a7b6c5d4e3f
                     */
                    transactionId: string;
                    /**
                     * @description Index of the output.
                     * @example 0
                     */
                    transactionIndex: number;
                };
                /**
                 * @description Coefficient a of the curve: numerator over 10^27, lovelace per token cubed. If the curve of an AMM pool is not known, this value, `bNum` and `adaCapThreshold` are the values of the tier with the nearest liquidity. Amounts above 2^53 - 1 are returned as 2^53 - 1.
                 * @example 122525779519
                 */
                aNum: number;
                /**
                 * @description Coefficient b of the curve: numerator over 10^6, lovelace per token. Amounts above 2^53 - 1 are returned as 2^53 - 1.
                 * @example 2545182
                 */
                bNum: number;
                /**
                 * @description Lovelace that the curve collects until graduation, without the 3 ADA of every new pool. Amounts above 2^53 - 1 are returned as 2^53 - 1.
                 * @example 18188400000
                 */
                adaCapThreshold: number;
                /**
                 * @description The creator's stake key hash. 56 hex digits, or empty when unknown.
                 * @example d4f05bd13965ce0c52b9c5ab264bad0ccb054e7d552f8dd1763548be
                 */
                poolAuthor: string;
                /**
                 * @description Empty for a default launch; `fair` for a launch that limits the amount of an order in its first minutes.
                 * @example
                 * @enum {string}
                 */
                launchType: "" | "fair";
                /**
                 * @description Time of the launch; if the launch was not seen, time of the first block with the pool. Unix seconds.
                 * @example 1729459284
                 */
                createdOn: number;
                /** @description Time of graduation, Unix seconds; null before graduation, and for a graduation that was not seen. */
                graduatedOn: number | null;
                /** @description Reason why the pool is no longer listed, as a sentence; null while it is listed. A pool that is no longer listed does not trade, and its other fields keep their last values. */
                closed: string | null;
                /**
                 * @description Key that fills orders on the curve. 56 hex digits, or empty when unknown.
                 * @example d4f05bd13965ce0c52b9c5ab264bad0ccb054e7d552f8dd1763548be
                 */
                permittedExecutor: string;
                /** @description Asset id of the AMM pool's NFT; null before graduation. */
                cpmmPoolId: string | null;
                /** @description Fees of the AMM pool: `lpFeeNum - treasuryFeeNum - royaltyFeeNum` is the share of an input that is swapped, in 1/100,000. Null before graduation. */
                ammFees: {
                    /**
                     * @description Share of the input that is left after the liquidity fee, in 1/100,000: 99,100 means a fee of 0.9 %.
                     * @example 99000
                     */
                    lpFeeNum: number;
                    /**
                     * @description Treasury fee in 1/100,000 of the input that is left after the liquidity fee.
                     * @example 100
                     */
                    treasuryFeeNum: number;
                    /**
                     * @description Royalty fee in 1/100,000 of the input that is left after the liquidity fee.
                     * @example 900
                     */
                    royaltyFeeNum: number;
                } | null;
                /**
                 * @description Always `v1`.
                 * @example v1
                 * @constant
                 */
                version: "v1";
                /**
                 * @description Time of the last change of the UTxO of the pool. Unix seconds.
                 * @example 1729459284
                 */
                timestamp: number;
            };
            /** @description Market figures of the pool. */
            metrics: {
                /**
                 * @description Spot price times the whole emission, lovelace, rounded half up. Amounts above 2^53 - 1 are returned as 2^53 - 1.
                 * @example 2567442146
                 */
                marketCap: number;
                /**
                 * @description ADA traded since the launch, lovelace. Amounts above 2^53 - 1 are returned as 2^53 - 1.
                 * @example 1250000000
                 */
                totalVolumeAda: number;
                /**
                 * @description Number of orders executed since the launch.
                 * @example 17
                 */
                totalTxCount: number;
                /**
                 * @description Number of these orders that sold.
                 * @example 5
                 */
                sells: number;
                /** @description Unix seconds at which the pool first was king of the hill; null when it never was. */
                crowned: number | null;
                /** @description Who holds the token now; null if its launch was not seen, because its holders are then not all known. The feed sends a pool when a holder changes; to a list, only while the pool is among its first 60. */
                risk: {
                    /**
                     * @description Number of addresses that hold the token. Pools and orders do not count, and a lock counts as one.
                     * @example 31
                     */
                    holders: number;
                    /** @description Tokens at all addresses with the creator's payment key, smallest units; null if the creator is unknown. */
                    creator: string | null;
                    /**
                     * @description Tokens of the ten largest holders, smallest units.
                     * @example 76000000
                     */
                    top10: string;
                    /**
                     * @description Tokens that the first buyers still hold, at all addresses with their payment keys, smallest units: the keys, other than the creator's, that bought in the block of the launch or in one of the next three. What they buy later counts too.
                     * @example 4000000
                     */
                    firstBuyers: string;
                } | null;
                /**
                 * @description Always false.
                 * @example false
                 */
                sequentialOrderingEnabled: boolean;
                /** @description Unspent locks of the token, at most the 20 largest. */
                locks: {
                    /**
                     * @description Output with the lock, `txHash:index`.
                     * @example 4a7f3c8d12e05b96a1c4d7e8f0b3a2951c6e8d7f4b0a3c2e1d9f8a7b6c5d4e3f:0
                     */
                    id: string;
                    /**
                     * @description Tokens locked, smallest units.
                     * @example 1000000
                     */
                    totalLocked: string;
                    /**
                     * @description Unlock time of the last stage, Unix milliseconds.
                     * @example 1760995284000
                     */
                    lockUntil: string;
                    /**
                     * @description Key that may withdraw the tokens. 56 hex digits, or empty when unknown.
                     * @example d4f05bd13965ce0c52b9c5ab264bad0ccb054e7d552f8dd1763548be
                     */
                    redeemerVkh: string;
                }[];
            };
            info: components["schemas"]["LaunchDetails"];
        };
        PoolPage: {
            /**
             * @description Number of matching pools on all pages.
             * @example 1
             */
            count: number;
            /** @description Items from `offset` on, at most `limit`. */
            items: components["schemas"]["LiquidityPoolInfo"][];
        };
        HotPool: {
            pool: components["schemas"]["LiquidityPoolInfo"];
            /**
             * @description ADA traded in the window, lovelace.
             * @example 34000000
             */
            volume: string;
            /**
             * @description Number of distinct owners of the orders that bought in the window.
             * @example 7
             */
            buyers: number;
            /**
             * @description Number of orders executed in the window.
             * @example 12
             */
            trades: number;
            /**
             * @description Number of these orders that sold.
             * @example 4
             */
            sells: number;
            /**
             * @description Price change since the start of the window, or since the first price of a token launched in it, in percent, with at most 2 decimals, rounded half up.
             * @example 15.5
             */
            change: string;
            /**
             * @description Number of holders now.
             * @example 1234
             */
            holders: number;
        };
        HotPools: {
            /**
             * @description Number of matching pools on all pages.
             * @example 1
             */
            count: number;
            /** @description Items from `offset` on, at most `limit`. */
            items: components["schemas"]["HotPool"][];
        };
        Order: {
            /**
             * @description Output of the order: transaction hash and index. The rest of a partially filled limit order is a new order with the same beacon.
             * @example 440d0bb59ef9e5e9d8d4e8a0f4c5c8f0f4e2b0b9e5d0c8f7a6b5c4d3e2f1a0b9:0
             */
            entityId: string;
            /**
             * @description Beacon of the order, 28 bytes. For an order without a beacon: its transaction hash and its output index as 8 bytes.
             * @example 07f03034afc822b3f2921e504a21e130fddbeafffa9a215660f87289
             */
            beacon: string;
            /**
             * @description The token the order buys or sells.
             * @example ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a.4861696c204879647261
             */
            asset: string;
            /**
             * @description Asset id of the input; `.` for ADA in a buy.
             * @example .
             */
            from: string;
            /**
             * @description Asset id of the output; `.` (ADA) for a sell.
             * @example ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a.4861696c204879647261
             */
            to: string;
            /**
             * @description Bech32 address that receives the output.
             * @example addr1v8fwxq7sd2yztwxz54gykv7dwk62hq2fx9hztnq4mskmzgqzaujx0
             */
            address: string;
            /**
             * @description Payment credential of `address`: hash of a key or a script.
             * @example b6560f277ce0092e01f39fcf534b2e7a58282260cf044527f1e7f74d
             */
            pkh: string;
            /**
             * @description Lowest price that the order accepts: smallest units of `to` per smallest unit of `from`, cut after 20 digits.
             * @example 0.32153698
             */
            worstPrice: string;
            /**
             * @description Where the token trades: `Spot` on the bonding curve, `CFMM` on the AMM pool.
             * @example Spot
             * @enum {string}
             */
            orderType: "Spot" | "CFMM";
            /**
             * @description Amount swapped, in smallest units of `from`, without executor fee and deposit; once `Evaluated`, the amount that was swapped.
             * @example 5000000
             */
            fromAmount: string;
            /**
             * @description Output, in smallest units of `to`, after the percentage fee: once `Evaluated` the received amount, before that the output of the pool when the order was placed. For a token without a pool it is the minimum that the order accepts.
             * @example 1940500
             */
            toAmount: string;
            /**
             * @description `Pending`: open on the chain. `Evaluated`: filled. `Refunded`: cancelled. The prefix `Mempool` means that the transaction is not in a block yet.
             * @example Evaluated
             * @enum {string}
             */
            status: "Mempool" | "Pending" | "MempoolEvaluated" | "Evaluated" | "MempoolRefunded" | "Refunded";
            /**
             * @description Hash of the transaction that made the order.
             * @example 440d0bb59ef9e5e9d8d4e8a0f4c5c8f0f4e2b0b9e5d0c8f7a6b5c4d3e2f1a0b9
             */
            pendingTransactionId: string;
            evaluatedTransactionId: string | null;
            /**
             * @description Time of the transaction that set the status, Unix seconds.
             * @example 1725260500
             */
            timestamp: number;
            /**
             * @description The purchase that the token's launch made; absent for every other order. It is `Evaluated` by the launch's own transaction, and `entityId` is the output that received the tokens. The fee of the launch is not part of it.
             * @constant
             */
            launch?: true;
        };
        Orders: {
            /** @description Orders on the chain. */
            ledger: {
                /**
                 * @description Number of matching orders on all pages.
                 * @example 1
                 */
                count: number;
                /** @description Orders of the page, sorted by the last change of their status, newest first. */
                items: components["schemas"]["Order"][];
            };
            /** @description Orders that a transaction in the node's mempool places, fills or cancels, newest first. Empty while the mempool is not watched. */
            mempool: components["schemas"]["Order"][];
        };
        OrderMetrics: {
            /**
             * @description Lovelace paid for tokens.
             * @example 5000000
             */
            boughtAda: string;
            /**
             * @description Tokens bought, in smallest units.
             * @example 1940500
             */
            boughtTokens: string;
            /**
             * @description Lovelace received for tokens.
             * @example 9822122
             */
            soldAda: string;
            /**
             * @description Tokens sold, in smallest units.
             * @example 3888762
             */
            soldTokens: string;
            /**
             * @description Number of filled orders.
             * @example 2
             */
            ordersCount: number;
        };
        OrderTrade: {
            /**
             * @description Output of the order: transaction hash and index. The rest of a partially filled limit order is a new order with the same beacon.
             * @example 440d0bb59ef9e5e9d8d4e8a0f4c5c8f0f4e2b0b9e5d0c8f7a6b5c4d3e2f1a0b9:0
             */
            entityId: string;
            /**
             * @description Beacon of the order, 28 bytes. For an order without a beacon: its transaction hash and its output index as 8 bytes.
             * @example 07f03034afc822b3f2921e504a21e130fddbeafffa9a215660f87289
             */
            beacon: string;
            /**
             * @description The token the order buys or sells.
             * @example ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a.4861696c204879647261
             */
            asset: string;
            /**
             * @description Asset id of the input; `.` for ADA in a buy.
             * @example .
             */
            from: string;
            /**
             * @description Asset id of the output; `.` (ADA) for a sell.
             * @example ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a.4861696c204879647261
             */
            to: string;
            /**
             * @description Bech32 address that receives the output.
             * @example addr1v8fwxq7sd2yztwxz54gykv7dwk62hq2fx9hztnq4mskmzgqzaujx0
             */
            address: string;
            /**
             * @description Payment credential of `address`: hash of a key or a script.
             * @example b6560f277ce0092e01f39fcf534b2e7a58282260cf044527f1e7f74d
             */
            pkh: string;
            /**
             * @description Lowest price that the order accepts: smallest units of `to` per smallest unit of `from`, cut after 20 digits.
             * @example 0.32153698
             */
            worstPrice: string;
            /**
             * @description Where the token trades: `Spot` on the bonding curve, `CFMM` on the AMM pool.
             * @example Spot
             * @enum {string}
             */
            orderType: "Spot" | "CFMM";
            /**
             * @description `open`: nothing is filled. `partiallyClosed`: a part is filled. `closed`: filled. `cancelled`: cancelled, perhaps after a part was filled. `mempool`: not in a block yet.
             * @example closed
             * @enum {string}
             */
            orderStatus: "open" | "partiallyClosed" | "closed" | "cancelled" | "mempool";
            /**
             * @description Total input in smallest units of `from`: the filled part plus the open part.
             * @example 5000000
             */
            fromAmount: string;
            /**
             * @description Total output: the amount received so far plus the amount expected for the rest.
             * @example 1940500
             */
            toAmount: string;
            /**
             * @description Input given so far.
             * @example 5000000
             */
            filledFromAmount: string;
            /**
             * @description Output received so far.
             * @example 1940500
             */
            filledToAmount: string;
            price: string | null;
            evaluatedTransactionId: string | null;
            /**
             * @description Time of the transaction that set the status, Unix seconds.
             * @example 1725260500
             */
            timestamp: number;
        };
        BlockSummary: {
            /**
             * @description Slot of the block.
             * @example 133693509
             */
            slot: number;
            /**
             * @description Hash of its header.
             * @example 4a7f3c8d12e05b96a1c4d7e8f0b3a2951c6e8d7f4b0a3c2e1d9f8a7b6c5d4e3f
             */
            id: string;
            /**
             * @description Height of the block.
             * @example 10782965
             */
            height: number;
            /**
             * @description Time of its slot, Unix seconds.
             * @example 1725259800
             */
            time: number;
            /**
             * @description Number of its transactions and sub-transactions, including those whose scripts failed.
             * @example 7
             */
            transactions: number;
        };
        Vesting: {
            /**
             * @description The output that contains the tokens: `txHash:index`.
             * @example 5cfaf853d0d79e3cd31dbebadb0cac02473f32f80f156b22362a1714eb0b9163:0
             */
            id: string;
            /**
             * @description End of the lock, Unix milliseconds, up to 2^63 - 1. Values beyond the range of dates mean that the lock never ends.
             * @example 1782137725379
             */
            lockUntil: string;
            /**
             * @description Payment key hash that may redeem.
             * @example bbc1005d1057303cfa5e1e47bd8666cc78584262ce119360e9f5f97f
             */
            redeemerVkh: string;
            /**
             * @description Policy id of the locked token.
             * @example ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a
             */
            tokenPolicyId: string;
            /**
             * @description Its asset name in hex.
             * @example 4861696c204879647261
             */
            tokenAssetName: string;
            /**
             * @description Quantity in the output, in the smallest unit of the token.
             * @example 500000
             */
            totalLocked: string;
            /**
             * @description Address of the output, in bech32: the vesting script with the stake part of the wallet that locked the tokens.
             * @example addr1w8wma0rzvdexhnqrty6t8dcur7c5ffu2rjau2ayec3d3azg5qp35x
             */
            vestingOwnerAddress: string;
            /**
             * @description Always false: only unspent vestings are listed.
             * @example false
             */
            spent: boolean;
        };
        /** @description An unsigned vesting lock, or its withdrawal. */
        LockBuild: {
            /**
             * @description The unsigned transaction.
             * @example 84a0a0f5f6
             */
            cbor: string;
            /**
             * @description Hash of the transaction; signatures do not change it.
             * @example 1aa558a787d573158a287164517ac840154f56d79aebebc64b86ce3af7aabc76
             */
            txHash: string;
            /**
             * @description End of the validity of the transaction, Unix milliseconds. Null if it stays valid until another transaction spends one of its inputs.
             * @example 1795302000000
             */
            validUntil: number | null;
            /** @description Ids of the vestings that are locked or withdrawn. */
            entityIds: string[];
        };
        TokenMetadata: {
            /**
             * @description Policy id and asset name in hex, without a point.
             * @example ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a4861696c204879647261
             */
            subject: string;
            /** @description Name; cut after 50 characters. */
            name?: {
                /**
                 * @description The value.
                 * @example Hail Hydra
                 */
                value: string;
                /**
                 * @description Always 0: the chain fixes the value.
                 * @example 0
                 */
                sequenceNumber: number;
                /**
                 * @description Always empty.
                 * @example []
                 */
                signatures: unknown[];
            };
            /** @description Description, or the name; cut after 500 characters. */
            description?: {
                /**
                 * @description The value.
                 * @example Hail!
                 */
                value: string;
                /**
                 * @description Always 0: the chain fixes the value.
                 * @example 0
                 */
                sequenceNumber: number;
                /**
                 * @description Always empty.
                 * @example []
                 */
                signatures: unknown[];
            };
            /** @description Ticker; absent if it has not 2 to 9 characters. */
            ticker?: {
                /**
                 * @description The value.
                 * @example HYDRA
                 */
                value: string;
                /**
                 * @description Always 0: the chain fixes the value.
                 * @example 0
                 */
                sequenceNumber: number;
                /**
                 * @description Always empty.
                 * @example []
                 */
                signatures: unknown[];
            };
            /** @description Number of decimals: 0 for every token. */
            decimals?: {
                /**
                 * @description The value.
                 * @example 0
                 */
                value: number;
                /**
                 * @description Always 0: the chain fixes the value.
                 * @example 0
                 */
                sequenceNumber: number;
                /**
                 * @description Always empty.
                 * @example []
                 */
                signatures: unknown[];
            };
            /** @description Website of the launch if it is HTTPS, else the page of the token (`PUBLIC_URL`). */
            url?: {
                /**
                 * @description The value.
                 * @example https://hydra.example
                 */
                value: string;
                /**
                 * @description Always 0: the chain fixes the value.
                 * @example 0
                 */
                sequenceNumber: number;
                /**
                 * @description Always empty.
                 * @example []
                 */
                signatures: unknown[];
            };
            /** @description Image of 128 × 128 pixels; absent if the image of the launch is not stored here. */
            logo?: {
                /**
                 * @description A PNG in base64, at most 64 KiB.
                 * @example iVBORw0KGgo=
                 */
                value: string;
                /**
                 * @description Always 0: the chain fixes the value.
                 * @example 0
                 */
                sequenceNumber: number;
                /**
                 * @description Always empty.
                 * @example []
                 */
                signatures: unknown[];
            };
        };
        DevnetWallet: {
            /**
             * @description Recovery phrase, 24 words. It is public: never use it on another network.
             * @example type write lawn install …
             */
            mnemonic: string;
            /**
             * @description Bech32 address of its first account.
             * @example addr_test1…
             */
            address: string;
            /**
             * @description Payment key hash of that address.
             * @example d4f05bd13965ce0c52b9c5ab264bad0ccb054e7d552f8dd1763548be
             */
            pkh: string;
            /**
             * @description Extended private key of that address (BIP32-Ed25519), 64 bytes. It is derived from the phrase and equally public.
             * @example d81171fd4a95617795510d983a9053eb8bded508d34b943d422b6f41b34407410d92ee7960d00dae32f7e76272d8f563f1d179653bba939a2f72d80f5e80f2f7
             */
            paymentKey: string;
        };
    };
    responses: {
        /** @description The client already has this version. */
        NotModified: {
            headers: BlockHeaders & {
                ETag: components["headers"]["ETag"];
            };
        };
        /** @description INVALID_PARAMS. */
        INVALID_PARAMS: {
            headers: BlockHeaders & {
                /**
                 * @description The failure, in more detail than its cause:
                 *     - `INVALID_REQUEST`: a field of the request is invalid; the message names it
                 */
                "X-Error-Code"?: "INVALID_REQUEST";
            };
            content: {
                "application/json; charset=utf-8": {
                    /**
                     * @description Cause of the error, for programs.
                     * @constant
                     */
                    cause?: "INVALID_PARAMS";
                } & components["schemas"]["Error"];
            };
        };
        /** @description RATE_LIMITED. */
        RATE_LIMITED: {
            headers: BlockHeaders & {
                "Retry-After": components["headers"]["Retry-After"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                /**
                 * @description The failure, in more detail than its cause:
                 *     - `RATE_LIMITED`: the code equals the cause
                 */
                "X-Error-Code"?: "RATE_LIMITED";
            };
            content: {
                "application/json; charset=utf-8": {
                    /**
                     * @description Cause of the error, for programs.
                     * @constant
                     */
                    cause?: "RATE_LIMITED";
                } & components["schemas"]["Error"];
            };
        };
        /** @description SERVER_ERROR. */
        SERVER_ERROR: {
            headers: BlockHeaders & {
                /**
                 * @description The failure, in more detail than its cause:
                 *     - `SERVER_ERROR`: an unexpected failure; give the operator the `X-Request-ID`
                 */
                "X-Error-Code"?: "SERVER_ERROR";
            };
            content: {
                "application/json; charset=utf-8": {
                    /**
                     * @description Cause of the error, for programs.
                     * @constant
                     */
                    cause?: "SERVER_ERROR";
                } & components["schemas"]["Error"];
            };
        };
        /** @description SERVICE_UNAVAILABLE. */
        SERVICE_UNAVAILABLE: {
            headers: BlockHeaders & {
                "Retry-After": components["headers"]["Retry-After"];
                /**
                 * @description The failure, in more detail than its cause:
                 *     - `SERVICE_UNAVAILABLE`: the code equals the cause
                 */
                "X-Error-Code"?: "SERVICE_UNAVAILABLE";
            };
            content: {
                "application/json; charset=utf-8": {
                    /**
                     * @description Cause of the error, for programs.
                     * @constant
                     */
                    cause?: "SERVICE_UNAVAILABLE";
                } & components["schemas"]["Error"];
            };
        };
        /** @description NOT_FOUND. */
        NOT_FOUND: {
            headers: BlockHeaders & {
                /**
                 * @description The failure, in more detail than its cause:
                 *     - `NOT_FOUND`: the code equals the cause
                 */
                "X-Error-Code"?: "NOT_FOUND";
            };
            content: {
                "application/json; charset=utf-8": {
                    /**
                     * @description Cause of the error, for programs.
                     * @constant
                     */
                    cause?: "NOT_FOUND";
                } & components["schemas"]["Error"];
            };
        };
        /** @description PAYLOAD_TOO_LARGE. */
        PAYLOAD_TOO_LARGE: {
            headers: BlockHeaders & {
                /**
                 * @description The failure, in more detail than its cause:
                 *     - `PAYLOAD_TOO_LARGE`: the code equals the cause
                 */
                "X-Error-Code"?: "PAYLOAD_TOO_LARGE";
            };
            content: {
                "application/json; charset=utf-8": {
                    /**
                     * @description Cause of the error, for programs.
                     * @constant
                     */
                    cause?: "PAYLOAD_TOO_LARGE";
                } & components["schemas"]["Error"];
            };
        };
        /** @description REQUEST_TIMEOUT. */
        REQUEST_TIMEOUT: {
            headers: BlockHeaders & {
                /**
                 * @description The failure, in more detail than its cause:
                 *     - `REQUEST_TIMEOUT`: the code equals the cause
                 */
                "X-Error-Code"?: "REQUEST_TIMEOUT";
            };
            content: {
                "application/json; charset=utf-8": {
                    /**
                     * @description Cause of the error, for programs.
                     * @constant
                     */
                    cause?: "REQUEST_TIMEOUT";
                } & components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The request's id: the client's own, or a new UUID. */
        "X-Request-ID": string;
        /** @description Slot of the block that the response reflects. A block that arrives while the response is made may already be part of it. */
        "X-Indexed-Slot": number;
        /** @description Header hash of that block. */
        "X-Indexed-Block": string;
        /** @description Version of the response. Send it in `If-None-Match` to get 304 until the response changes. */
        ETag: string;
        /** @description Seconds after which the same request may succeed, if known. */
        "Retry-After": number;
        /** @description Largest number of requests in a burst. */
        "X-RateLimit-Limit": number;
        /** @description Requests left in the burst: always 0 in this answer. */
        "X-RateLimit-Remaining": number;
        /** @description Seconds until a whole burst is allowed again. */
        "X-RateLimit-Reset": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHistory: {
        parameters: {
            query: {
                /** @description Base asset id; `.` for ADA. */
                base: string;
                /** @description Quote asset id; `.` for ADA. */
                quote: string;
                /** @description Length of a bar. `min15`, `min30` and `hour4` reach less far back: they are made from at most 5,000 bars of 5 minutes or an hour. */
                resolution: "min1" | "min5" | "hour1" | "day1" | "week1" | "month1" | "min15" | "min30" | "hour4";
                /** @description Start of the range, Unix seconds, inclusive. */
                from: number;
                /** @description End of the range, Unix seconds, exclusive. */
                to: number;
                /** @description Number of bars to return before `to`, instead of the bars from `from` on; at most 5000 are returned. */
                countback?: number;
            };
        };
        responses: {
            /** @description The bars. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                    /** @description Time of the newest bar before the range if the range has no bar; Unix seconds. */
                    "X-Older-Bar-Time"?: number;
                };
                content: {
                    "application/json; charset=utf-8": components["schemas"]["Bar"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["INVALID_PARAMS"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getInitialState: {
        parameters: {
            query: {
                /** @description Base asset id; `.` for ADA. */
                base: string;
                /** @description Quote asset id; `.` for ADA. */
                quote: string;
                /** @description Length of a bar. `min15`, `min30` and `hour4` reach less far back: they are made from at most 5,000 bars of 5 minutes or an hour. */
                resolution: "min1" | "min5" | "hour1" | "day1" | "week1" | "month1" | "min15" | "min30" | "hour4";
            };
        };
        responses: {
            /** @description The latest bar. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json; charset=utf-8": {
                        bar: components["schemas"]["Bar"];
                        /**
                         * @description Whether the bar has not ended yet and may still change.
                         * @example true
                         */
                        isRelevant: boolean;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["INVALID_PARAMS"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getMarketCapHistory: {
        parameters: {
            query: {
                /** @description Base asset id; `.` for ADA. */
                base: string;
                /** @description Quote asset id; `.` for ADA. */
                quote: string;
                /** @description Length of a bar. `min15`, `min30` and `hour4` reach less far back: they are made from at most 5,000 bars of 5 minutes or an hour. */
                resolution: "min1" | "min5" | "hour1" | "day1" | "week1" | "month1" | "min15" | "min30" | "hour4";
                /** @description Start of the range, Unix seconds, inclusive. */
                from: number;
                /** @description End of the range, Unix seconds, exclusive. */
                to: number;
                /** @description Number of bars to return before `to`, instead of the bars from `from` on; at most 5000 are returned. */
                countback?: number;
            };
        };
        responses: {
            /** @description The bars. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                    /** @description Time of the newest bar before the range if the range has no bar; Unix seconds. */
                    "X-Older-Bar-Time"?: number;
                };
                content: {
                    "application/json; charset=utf-8": components["schemas"]["MarketCapBar"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["INVALID_PARAMS"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getMarketCapInitialState: {
        parameters: {
            query: {
                /** @description Base asset id; `.` for ADA. */
                base: string;
                /** @description Quote asset id; `.` for ADA. */
                quote: string;
                /** @description Length of a bar. `min15`, `min30` and `hour4` reach less far back: they are made from at most 5,000 bars of 5 minutes or an hour. */
                resolution: "min1" | "min5" | "hour1" | "day1" | "week1" | "month1" | "min15" | "min30" | "hour4";
            };
        };
        responses: {
            /** @description The latest bar. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json; charset=utf-8": {
                        bar: components["schemas"]["MarketCapBar"];
                        /**
                         * @description Whether the bar has not ended yet and may still change.
                         * @example true
                         */
                        isRelevant: boolean;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["INVALID_PARAMS"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getSparklines: {
        parameters: {
            query: {
                /** @description Start of the range, Unix seconds, inclusive. */
                from: number;
                /** @description End of the range, Unix seconds, exclusive. */
                to: number;
                /** @description Closing prices of each token, at the ends of equal steps. */
                points?: number;
            };
        };
        requestBody: {
            content: {
                "application/json": string[];
            };
        };
        responses: {
            /** @description The sparklines. */
            200: {
                headers: BlockHeaders;
                content: {
                    "application/json; charset=utf-8": components["schemas"]["Sparkline"][];
                };
            };
            400: components["responses"]["INVALID_PARAMS"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getUtxos: {
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Payment key hash of the wallet.
                     * @example d4f05bd13965ce0c52b9c5ab264bad0ccb054e7d552f8dd1763548be
                     */
                    pkh: string;
                    /**
                     * @description Outputs to skip.
                     * @default 0
                     * @example 0
                     */
                    offset?: number;
                    /**
                     * @description Maximum number of results.
                     * @default 100
                     * @example 100
                     */
                    limit?: number;
                    /**
                     * @description Outputs to list.
                     * @default unspent
                     * @example unspent
                     * @constant
                     */
                    query?: "unspent";
                    /**
                     * @description Whether to include datums and reference scripts.
                     * @default false
                     * @example false
                     */
                    details?: boolean;
                };
            };
        };
        responses: {
            /** @description A page of outputs. */
            200: {
                headers: BlockHeaders;
                content: {
                    "application/json; charset=utf-8": components["schemas"]["UnspentOutput"][];
                };
            };
            400: components["responses"]["INVALID_PARAMS"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getHolders: {
        parameters: {
            query: {
                /** @description The token. */
                assetId: string;
                /** @description Maximum number of results. */
                limit?: number;
                /** @description Holders to skip. */
                offset?: number;
            };
        };
        responses: {
            /** @description A page of holders. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json; charset=utf-8": {
                        /** @description Holders, largest quantity first, then by address. Pools and open orders are left out; locked tokens are listed under the address of the lock. */
                        holders: components["schemas"]["Holder"][];
                        /** @description Creator of the token; also listed in `holders` if the quantity is not 0. The address is empty if the creator is not known. */
                        dev: {
                            /**
                             * @description Address in bech32 (base58 for a Byron one).
                             * @example addr1q8lsjfvtpnu9kv5zhwgsdcw03tlkuwcvjqmzm35arx9xl6k6s0uhca7762y56q2j9en5ttn69p7a048cw3mz62fuj3mqauv0x3
                             */
                            address: string;
                            /**
                             * @description In the token's smallest unit.
                             * @example 50047569
                             */
                            quantity: string;
                        };
                        /**
                         * @description Number of holders on all pages.
                         * @example 1234
                         */
                        count: number;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["INVALID_PARAMS"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getCreator: {
        parameters: {
            query: {
                /** @description The token. */
                assetId: string;
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json; charset=utf-8": {
                        /**
                         * @description Tokens that the creator launched, this one among them.
                         * @example 3
                         */
                        launched: number;
                        /**
                         * @description Number of these tokens that graduated.
                         * @example 1
                         */
                        graduated: number;
                        /**
                         * @description Lovelace paid for tokens.
                         * @example 5000000
                         */
                        boughtAda: string;
                        /**
                         * @description Tokens bought, in smallest units.
                         * @example 1940500
                         */
                        boughtTokens: string;
                        /**
                         * @description Lovelace received for tokens.
                         * @example 9822122
                         */
                        soldAda: string;
                        /**
                         * @description Tokens sold, in smallest units.
                         * @example 3888762
                         */
                        soldTokens: string;
                    } | null;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["INVALID_PARAMS"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getAssetBalance: {
        parameters: {
            query: {
                /** @description The token; `.` for ADA. */
                assetId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": string[];
            };
        };
        responses: {
            /** @description The balance, or null. */
            200: {
                headers: BlockHeaders;
                content: {
                    "application/json; charset=utf-8": {
                        /**
                         * @description ADA, at most 6 decimals, rounded half up.
                         * @example 123.456789
                         */
                        balance: number;
                    } | null;
                };
            };
            400: components["responses"]["INVALID_PARAMS"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getPnlCard: {
        parameters: {
            query: {
                /** @description The token. */
                assetId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": string[];
            };
        };
        responses: {
            /** @description The card, or null. */
            200: {
                headers: BlockHeaders;
                content: {
                    "application/json; charset=utf-8": {
                        /**
                         * @description The token.
                         * @example ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a.4861696c204879647261
                         */
                        asset: string;
                        /**
                         * @description The gain as a share of the invested ADA, in percent, rounded down.
                         * @example 15.50
                         */
                        pnlPercent: string;
                        /**
                         * @description ADA that filled orders paid for the token.
                         * @example 100.000000
                         */
                        investedAda: string;
                        /**
                         * @description ADA received for sold tokens, plus the value of the remaining tokens, minus the ADA invested; rounded down, negative for a loss.
                         * @example 15.500000
                         */
                        currentAdaGain: string;
                    } | null;
                };
            };
            400: components["responses"]["INVALID_PARAMS"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getPositions: {
        parameters: {
            query?: {
                /** @description Only the position of this token. */
                assetId?: string;
                /** @description Token of the last item of the previous page. */
                before?: string;
                /** @description Maximum number of results. */
                limit?: number;
            };
        };
        requestBody: {
            content: {
                "application/json": string[];
            };
        };
        responses: {
            /** @description A page of positions. */
            200: {
                headers: BlockHeaders;
                content: {
                    "application/json; charset=utf-8": {
                        /** @description Positions, newest token first. */
                        items: components["schemas"]["Position"][];
                        /**
                         * @description Whether there is a next page: `before` is the last item's token.
                         * @example false
                         */
                        hasMore: boolean;
                    };
                };
            };
            400: components["responses"]["INVALID_PARAMS"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getLeaderboard: {
        parameters: {
            query?: {
                /** @description Number of days. */
                window?: "1d" | "7d" | "30d";
                /** @description Figure that orders the traders, largest first: net profit of sales, or volume. */
                by?: "profit" | "volume";
                /** @description Traders to skip. */
                offset?: number;
                /** @description Maximum number of results. */
                limit?: number;
            };
        };
        responses: {
            /** @description A page of traders. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json; charset=utf-8": {
                        /**
                         * @description Start of the first day of the window, Unix seconds.
                         * @example 1725148800
                         */
                        from: number;
                        /**
                         * @description Number of traders with an executed order in the window.
                         * @example 1
                         */
                        count: number;
                        /** @description Traders from `offset` on, at most `limit`. */
                        items: components["schemas"]["RankedTrader"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["INVALID_PARAMS"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getTrader: {
        parameters: {
            path: {
                /** @description A payment key hash, or an address with this key. */
                address: string;
            };
        };
        responses: {
            /** @description The trader. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json; charset=utf-8": {
                        /**
                         * @description Payment part of the address of the trader: key hash or script hash.
                         * @example d4f05bd13965ce0c52b9c5ab264bad0ccb054e7d552f8dd1763548be
                         */
                        owner: string;
                        /** @description Null without an executed order. */
                        address: string | null;
                        /**
                         * @description Number of tokens in which orders were executed.
                         * @example 4
                         */
                        tokens: number;
                        /**
                         * @description Number of tokens that the key launched.
                         * @example 1
                         */
                        launched: number;
                        /**
                         * @description Number of these tokens that graduated.
                         * @example 0
                         */
                        graduated: number;
                        /** @description Null without one. */
                        first: number | null;
                        /** @description Null without one. */
                        latest: number | null;
                        all: components["schemas"]["TraderFigures"];
                        /** @description Figures of the last 1, 7 and 30 days, as in the leaderboards. */
                        windows: {
                            "1d": components["schemas"]["TraderFigures"];
                            "7d": components["schemas"]["TraderFigures"];
                            "30d": components["schemas"]["TraderFigures"];
                        };
                        /** @description What was bought by orders and not sold. The open profit is `netNow` minus `paid`. */
                        open: {
                            /**
                             * @description Number of tokens of which some were bought by orders, are not sold and are still held.
                             * @example 2
                             */
                            tokens: number;
                            /**
                             * @description Lovelace paid for them on average, with the fees of executors; rounded up.
                             * @example 90100000
                             */
                            paid: string;
                            /** @description What one sale of each of these positions would bring now, after price impact and all fees but those of the network. Null if the service has no protocol config. */
                            netNow: string | null;
                            /**
                             * @description Number of these tokens that do not trade now. They are in neither amount.
                             * @example 0
                             */
                            unpriced: number;
                            /**
                             * @description Whether the amounts have all tokens: they have the 1,000 newest.
                             * @example true
                             */
                            isComplete: boolean;
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["INVALID_PARAMS"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getTokenTraders: {
        parameters: {
            query?: {
                /** @description Figure that orders the traders, largest first: net profit of sales, or volume. */
                by?: "profit" | "volume";
                /** @description Traders to skip. */
                offset?: number;
                /** @description Maximum number of results. */
                limit?: number;
            };
            path: {
                /** @description The token. */
                asset: string;
            };
        };
        responses: {
            /** @description A page of traders. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json; charset=utf-8": {
                        /**
                         * @description Number of traders with an executed order in the token.
                         * @example 1
                         */
                        count: number;
                        /** @description Traders from `offset` on, at most `limit`. */
                        items: components["schemas"]["TokenTrader"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["INVALID_PARAMS"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getTrades: {
        parameters: {
            query?: {
                /** @description Only trades of this token. */
                asset?: string;
                /** @description Only trades of this wallet: a payment key hash, or an address with this key. */
                wallet?: string;
                /** @description Start of the time, Unix seconds, inclusive. */
                from?: number;
                /** @description End of the time, Unix seconds, exclusive. */
                to?: number;
                /** @description Height of the first block, inclusive. */
                fromBlock?: number;
                /** @description Height of the last block, inclusive. */
                toBlock?: number;
                /** @description Which trades come first. With `oldest`, the cursor of the last page waits for new trades. */
                order?: "newest" | "oldest";
                /** @description Cursor of the page before: its member `next`. It stays valid after forks. */
                after?: string;
                /** @description Maximum number of results. */
                limit?: number;
            };
        };
        responses: {
            /** @description A page of trades. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json; charset=utf-8": {
                        /** @description The trades, in the order of the request. */
                        items: components["schemas"]["Trade"][];
                        /** @description Cursor for `after`; null if there are no further trades. Oldest first, it also stands at the end of the chain, to wait for new ones. */
                        next: string | null;
                        /** @description Height of the last block before a fork that undid the block of the cursor: forget the trades of earlier pages above this height; oldest first, they come again. Null without such a fork. */
                        undoneAfter: number | null;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["INVALID_PARAMS"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getTradesCsv: {
        parameters: {
            query?: {
                /** @description Only trades of this token. */
                asset?: string;
                /** @description Only trades of this wallet: a payment key hash, or an address with this key. */
                wallet?: string;
                /** @description Start of the time, Unix seconds, inclusive. */
                from?: number;
                /** @description End of the time, Unix seconds, exclusive. */
                to?: number;
                /** @description Height of the first block, inclusive. */
                fromBlock?: number;
                /** @description Height of the last block, inclusive. */
                toBlock?: number;
                /** @description Which trades come first. With `oldest`, the cursor of the last page waits for new trades. */
                order?: "newest" | "oldest";
                /** @description Cursor of the page before: its member `next`. It stays valid after forks. */
                after?: string;
                /** @description Maximum number of results. */
                limit?: number;
            };
        };
        responses: {
            /** @description A page of trades. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                    /** @description The cursor `next`; absent if it is null. */
                    "X-Next-Cursor"?: string;
                    /** @description The member `undoneAfter`; absent if it is null. */
                    "X-Undone-After"?: string;
                };
                content: {
                    "text/csv; charset=utf-8": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["INVALID_PARAMS"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getServerTime: {
        responses: {
            /** @description The time. */
            200: {
                headers: BlockHeaders;
                content: {
                    "application/json; charset=utf-8": {
                        /**
                         * @description Unix milliseconds.
                         * @example 1795295181110
                         */
                        timestamp: number;
                    };
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
        };
    };
    getAdaUsdRate: {
        responses: {
            /** @description The rate. */
            200: {
                headers: BlockHeaders;
                content: {
                    "application/json; charset=utf-8": string;
                };
            };
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getProtocolConfig: {
        responses: {
            /** @description The document. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json; charset=utf-8": components["schemas"]["ProtocolConfig"];
                };
            };
            304: components["responses"]["NotModified"];
            429: components["responses"]["RATE_LIMITED"];
            /** @description SERVER_ERROR. */
            500: getProtocolConfig500;
        };
    };
    getContractsConfig: {
        responses: {
            /** @description The document. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json; charset=utf-8": components["schemas"]["ContractsConfig"];
                };
            };
            304: components["responses"]["NotModified"];
            429: components["responses"]["RATE_LIMITED"];
            /** @description SERVER_ERROR. */
            500: getProtocolConfig500;
        };
    };
    getParameters: {
        responses: {
            /** @description The parameters. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json; charset=utf-8": components["schemas"]["Parameters"];
                };
            };
            304: components["responses"]["NotModified"];
            429: components["responses"]["RATE_LIMITED"];
            /** @description CONTRACTS_CONFIG_NETWORK_MISMATCH, PROTOCOL_CONFIG_NETWORK_MISMATCH, SERVER_ERROR. */
            500: {
                headers: BlockHeaders & {
                    "Retry-After": components["headers"]["Retry-After"];
                    /**
                     * @description The failure, in more detail than its cause:
                     *     - `MISSING_CONFIG`: the configuration of the service is missing, incomplete or invalid; only its operator can change that
                     *     - `SERVER_ERROR`: an unexpected failure; give the operator the `X-Request-ID`
                     */
                    "X-Error-Code"?: "MISSING_CONFIG" | "SERVER_ERROR";
                };
                content: {
                    "application/json; charset=utf-8": {
                        /**
                         * @description Cause of the error, for programs.
                         * @enum {string}
                         */
                        cause?: "CONTRACTS_CONFIG_NETWORK_MISMATCH" | "PROTOCOL_CONFIG_NETWORK_MISMATCH" | "SERVER_ERROR";
                    } & components["schemas"]["Error"];
                };
            };
        };
    };
    buildOrder: {
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The token to trade.
                     * @example 63f947b8d9535bc4e4ce6919e3dc056547e8d30ada12f29aa5f826b8.43434320
                     */
                    assetId: string;
                    /**
                     * @description `BUY`: lovelace to spend, including the percentage fee. `BUY_WITH_OUTPUT`: tokens to receive. `SELL`: tokens to sell.
                     * @example 100000000
                     */
                    amount: string;
                    /**
                     * @description Direction of the trade, and the meaning of `amount`.
                     * @example BUY
                     * @enum {string}
                     */
                    side: "BUY" | "BUY_WITH_OUTPUT" | "SELL";
                    /**
                     * @description Maximum slippage in percent. `infinity` accepts any output of at least one unit.
                     * @example 15
                     * @enum {string}
                     */
                    slippage: "15" | "30" | "50" | "75" | "infinity";
                    /**
                     * @description Exact minimum output: tokens, or lovelace after the fee for a SELL. It replaces the minimum that follows from `slippage`, unless that minimum is higher. The request is refused if the current price gives less, unless `rest` is true.
                     * @example 32313116
                     */
                    minOutput?: string;
                    /**
                     * @description True for a limit order: if the current price gives less than `minOutput`, which it needs, the order is built and waits until the price gives it. For `BUY` and `SELL`. By default false.
                     * @example true
                     */
                    rest?: boolean;
                    /**
                     * @description Bech32 address that receives the change. The order, lock or launch belongs to its payment key.
                     * @example addr1qy32agk6zhjffcqhvu296j9a594k6smlr3zfsgaqgsvnmtefn2pw7433r2ss4hcycqrj6jrsaw056hlnz5fjgdyyrd6qsw8ngt
                     */
                    changeAddress: string;
                    /**
                     * @description Outputs to spend. `service-wallet`: the service looks up the outputs of the given address; it does not spend its own wallet. Or an array of outputs in hex CBOR, in the form of CIP-30 `getUtxos()`. Outputs that pending transactions spend, and outputs that cannot be read, are left out.
                     * @example service-wallet
                     */
                    utxos: "service-wallet" | string[];
                };
            };
        };
        responses: {
            /** @description The order. */
            200: {
                headers: BlockHeaders;
                content: {
                    "application/json; charset=utf-8": components["schemas"]["OrderBuild"];
                };
            };
            /** @description INVALID_PARAMS. */
            400: buildOrder400;
            408: components["responses"]["REQUEST_TIMEOUT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMITED"];
            /** @description ASSET_NOT_FOUND, MAX_TRADE_AMOUNT, MIN_TRADE_AMOUNT, OPERATIONS_CONFIG, PROTOCOL_CONFIG, UNKNOWN. */
            500: {
                headers: BlockHeaders & {
                    "Retry-After": components["headers"]["Retry-After"];
                    /**
                     * @description The failure, in more detail than its cause:
                     *     - `INSUFFICIENT_FUNDS`: the wallet does not have enough, or its outputs cannot be spent now
                     *     - `MAX_TRADE_AMOUNT`: the trade is too large for the pool now
                     *     - `MIN_TRADE_AMOUNT`: the trade is too small
                     *     - `MISSING_CONFIG`: the configuration of the service is missing, incomplete or invalid; only its operator can change that
                     *     - `NODE_AWAY`: the node of the service does not answer; `Retry-After` has the seconds to wait
                     *     - `OUTPUT_TOO_SMALL`: an output would contain less than the ledger requires
                     *     - `TOO_LARGE`: the transaction would be larger than the ledger allows
                     *     - `ASSET_NOT_FOUND`: the code equals the cause
                     *     - `UNKNOWN`: an unexpected failure; give the operator the `X-Request-ID`
                     */
                    "X-Error-Code"?: "INSUFFICIENT_FUNDS" | "MAX_TRADE_AMOUNT" | "MIN_TRADE_AMOUNT" | "MISSING_CONFIG" | "NODE_AWAY" | "OUTPUT_TOO_SMALL" | "TOO_LARGE" | "ASSET_NOT_FOUND" | "UNKNOWN";
                };
                content: {
                    "application/json; charset=utf-8": {
                        /**
                         * @description Cause of the error, for programs.
                         * @enum {string}
                         */
                        cause?: "ASSET_NOT_FOUND" | "MAX_TRADE_AMOUNT" | "MIN_TRADE_AMOUNT" | "OPERATIONS_CONFIG" | "PROTOCOL_CONFIG" | "UNKNOWN";
                    } & components["schemas"]["Error"];
                };
            };
            /** @description SERVICE_UNAVAILABLE. */
            503: buildOrder503;
        };
    };
    quoteOrder: {
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The token to trade.
                     * @example 63f947b8d9535bc4e4ce6919e3dc056547e8d30ada12f29aa5f826b8.43434320
                     */
                    assetId: string;
                    /**
                     * @description `BUY`: lovelace to spend, including the percentage fee. `BUY_WITH_OUTPUT`: tokens to receive. `SELL`: tokens to sell.
                     * @example 100000000
                     */
                    amount: string;
                    /**
                     * @description Direction of the trade, and the meaning of `amount`.
                     * @example BUY
                     * @enum {string}
                     */
                    side: "BUY" | "BUY_WITH_OUTPUT" | "SELL";
                    /**
                     * @description Maximum slippage in percent. `infinity` accepts any output of at least one unit.
                     * @example 15
                     * @enum {string}
                     */
                    slippage: "15" | "30" | "50" | "75" | "infinity";
                    /**
                     * @description Exact minimum output: tokens, or lovelace after the fee for a SELL. It replaces the minimum that follows from `slippage`, unless that minimum is higher. The request is refused if the current price gives less, unless `rest` is true.
                     * @example 32313116
                     */
                    minOutput?: string;
                    /**
                     * @description True for a limit order: if the current price gives less than `minOutput`, which it needs, the order is built and waits until the price gives it. For `BUY` and `SELL`. By default false.
                     * @example true
                     */
                    rest?: boolean;
                };
            };
        };
        responses: {
            /** @description The quote. */
            200: {
                headers: BlockHeaders;
                content: {
                    "application/json; charset=utf-8": components["schemas"]["OrderQuote"];
                };
            };
            /** @description INVALID_PARAMS. */
            400: buildOrder400;
            408: components["responses"]["REQUEST_TIMEOUT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMITED"];
            /** @description ASSET_NOT_FOUND, MAX_TRADE_AMOUNT, MIN_TRADE_AMOUNT, OPERATIONS_CONFIG, PROTOCOL_CONFIG, UNKNOWN. */
            500: {
                headers: BlockHeaders & {
                    "Retry-After": components["headers"]["Retry-After"];
                    /**
                     * @description The failure, in more detail than its cause:
                     *     - `MAX_TRADE_AMOUNT`: the trade is too large for the pool now
                     *     - `MIN_TRADE_AMOUNT`: the trade is too small
                     *     - `MISSING_CONFIG`: the configuration of the service is missing, incomplete or invalid; only its operator can change that
                     *     - `ASSET_NOT_FOUND`: the code equals the cause
                     *     - `UNKNOWN`: an unexpected failure; give the operator the `X-Request-ID`
                     */
                    "X-Error-Code"?: "MAX_TRADE_AMOUNT" | "MIN_TRADE_AMOUNT" | "MISSING_CONFIG" | "ASSET_NOT_FOUND" | "UNKNOWN";
                };
                content: {
                    "application/json; charset=utf-8": {
                        /**
                         * @description Cause of the error, for programs.
                         * @enum {string}
                         */
                        cause?: "ASSET_NOT_FOUND" | "MAX_TRADE_AMOUNT" | "MIN_TRADE_AMOUNT" | "OPERATIONS_CONFIG" | "PROTOCOL_CONFIG" | "UNKNOWN";
                    } & components["schemas"]["Error"];
                };
            };
            /** @description SERVICE_UNAVAILABLE. */
            503: buildOrder503;
        };
    };
    buildCancel: {
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Transaction hash of the order.
                     * @example 1aa558a787d573158a287164517ac840154f56d79aebebc64b86ce3af7aabc76
                     */
                    txHash: string;
                    /**
                     * @description Index of the order among its transaction's outputs.
                     * @example 0
                     */
                    index: string;
                    /**
                     * @description Bech32 address that receives the change. The order, lock or launch belongs to its payment key.
                     * @example addr1qy32agk6zhjffcqhvu296j9a594k6smlr3zfsgaqgsvnmtefn2pw7433r2ss4hcycqrj6jrsaw056hlnz5fjgdyyrd6qsw8ngt
                     */
                    changeAddress: string;
                    /**
                     * @description Outputs to spend. `service-wallet`: the service looks up the outputs of the given address; it does not spend its own wallet. Or an array of outputs in hex CBOR, in the form of CIP-30 `getUtxos()`. Outputs that pending transactions spend, and outputs that cannot be read, are left out.
                     * @example service-wallet
                     */
                    utxos: "service-wallet" | string[];
                    /**
                     * @description Collateral outputs, encoded as in `utxos`. If the list is missing or empty, the service provides collateral.
                     * @example []
                     */
                    collaterals?: string[];
                };
            };
        };
        responses: {
            /** @description The cancellation. */
            200: {
                headers: BlockHeaders;
                content: {
                    "application/json; charset=utf-8": components["schemas"]["CancelBuild"];
                };
            };
            /** @description INVALID_PARAMS. */
            400: buildCancel400;
            408: components["responses"]["REQUEST_TIMEOUT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMITED"];
            /** @description SERVER_ERROR. */
            500: {
                headers: BlockHeaders & {
                    "Retry-After": components["headers"]["Retry-After"];
                    /**
                     * @description The failure, in more detail than its cause:
                     *     - `ALREADY_SPENT`: an output is already spent; the ledger will never accept a transaction that spends it
                     *     - `INSUFFICIENT_FUNDS`: the wallet does not have enough, or its outputs cannot be spent now
                     *     - `MISSING_CONFIG`: the configuration of the service is missing, incomplete or invalid; only its operator can change that
                     *     - `NODE_AWAY`: the node of the service does not answer; `Retry-After` has the seconds to wait
                     *     - `NOT_AN_ORDER`: the output is not an order
                     *     - `NOT_FOUND`: the output is not known
                     *     - `NOT_IN_BLOCK`: the transaction is in no block yet; `Retry-After` has the seconds to wait
                     *     - `NOT_THE_OWNER`: the output belongs to another key
                     *     - `NO_COLLATERAL`: the request has no collateral and the service has none free, or the collateral is too small
                     *     - `OUTPUT_TOO_SMALL`: an output would contain less than the ledger requires
                     *     - `REFUSED`: the ledger refuses the transaction; the message has the reason
                     *     - `SCRIPT_FAILED`: a script of the transaction fails
                     *     - `TOO_EARLY`: the output is still locked; `Retry-After` has the seconds until then
                     *     - `TOO_LARGE`: the transaction would be larger than the ledger allows
                     *     - `SERVER_ERROR`: an unexpected failure; give the operator the `X-Request-ID`
                     */
                    "X-Error-Code"?: "ALREADY_SPENT" | "INSUFFICIENT_FUNDS" | "MISSING_CONFIG" | "NODE_AWAY" | "NOT_AN_ORDER" | "NOT_FOUND" | "NOT_IN_BLOCK" | "NOT_THE_OWNER" | "NO_COLLATERAL" | "OUTPUT_TOO_SMALL" | "REFUSED" | "SCRIPT_FAILED" | "TOO_EARLY" | "TOO_LARGE" | "SERVER_ERROR";
                };
                content: {
                    "application/json; charset=utf-8": {
                        /**
                         * @description Cause of the error, for programs.
                         * @constant
                         */
                        cause?: "SERVER_ERROR";
                    } & components["schemas"]["Error"];
                };
            };
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    buildLaunch: {
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description The launch, JSON. */
                    info: {
                        /**
                         * @description Kind of the token.
                         * @example Meme
                         * @enum {string}
                         */
                        assetType: "Meme" | "AI";
                        /**
                         * @description Name of the token, and of its asset on the chain: at most 16 characters, 32 bytes of UTF-8. Invisible characters are refused, except those of emoji and the joiners of scripts that have them.
                         * @example Lucky Newt
                         */
                        name: string;
                        /**
                         * @description At most 6 letters or digits.
                         * @example LNEWT
                         */
                        ticker: string;
                        /**
                         * @description At most 500 characters.
                         * @example The lucky newt of the river.
                         */
                        description: string;
                        /**
                         * @description URL of a page on X; an empty text for none.
                         * @example https://x.com/luckynewt
                         */
                        twitter?: string;
                        /**
                         * @description URL of an invite to a Discord server; an empty text for none.
                         * @example https://discord.gg/newt
                         */
                        discord?: string;
                        /**
                         * @description URL of a Telegram group; an empty text for none.
                         * @example https://t.me/luckynewt
                         */
                        telegram?: string;
                        /**
                         * @description URL of a website; an empty text for none.
                         * @example https://newt.example
                         */
                        website?: string;
                        /**
                         * @description HYPED: a launch with another curve, which limits the size of orders in the first minutes.
                         * @default DEFAULT
                         * @example DEFAULT
                         * @enum {string}
                         */
                        launchType?: "DEFAULT" | "HYPED";
                        /**
                         * @description Initial purchase of the creator in lovelace, excluding fees. Omit it or send 0 for none; otherwise at least `minTradeAda`, and at most the amount that completes the curve.
                         * @example 132500000
                         */
                        initialDeposit?: string;
                        /**
                         * @description Bech32 address of the creator, who pays, and receives tokens and change.
                         * @example addr1qy32agk6zhjffcqhvu296j9a594k6smlr3zfsgaqgsvnmtefn2pw7433r2ss4hcycqrj6jrsaw056hlnz5fjgdyyrd6qsw8ngt
                         */
                        changeAddress: string;
                        /**
                         * @description Outputs to spend. `service-wallet`: the service looks up the outputs of the given address; it does not spend its own wallet. Or an array of outputs in hex CBOR, in the form of CIP-30 `getUtxos()`. Outputs that pending transactions spend, and outputs that cannot be read, are left out.
                         * @example service-wallet
                         */
                        utxos: "service-wallet" | string[];
                        /**
                         * @description Collateral outputs, encoded as in `utxos`. If the list is missing or empty, the service provides collateral.
                         * @example []
                         */
                        collaterals?: string[];
                    };
                    /**
                     * Format: binary
                     * @description The token's image: PNG, JPEG or GIF, at most 5242880 bytes.
                     */
                    image: string;
                };
            };
        };
        responses: {
            /** @description The launch. */
            200: {
                headers: BlockHeaders;
                content: {
                    "application/json; charset=utf-8": components["schemas"]["LaunchBuild"];
                };
            };
            /** @description INVALID_PARAMS. */
            400: buildCancel400;
            408: components["responses"]["REQUEST_TIMEOUT"];
            429: components["responses"]["RATE_LIMITED"];
            /** @description SERVER_ERROR. */
            500: {
                headers: BlockHeaders & {
                    "Retry-After": components["headers"]["Retry-After"];
                    /**
                     * @description The failure, in more detail than its cause:
                     *     - `ALREADY_SPENT`: an output is already spent; the ledger will never accept a transaction that spends it
                     *     - `INSUFFICIENT_FUNDS`: the wallet does not have enough, or its outputs cannot be spent now
                     *     - `MAX_TRADE_AMOUNT`: the trade is too large for the pool now
                     *     - `MIN_TRADE_AMOUNT`: the trade is too small
                     *     - `MISSING_CONFIG`: the configuration of the service is missing, incomplete or invalid; only its operator can change that
                     *     - `NODE_AWAY`: the node of the service does not answer; `Retry-After` has the seconds to wait
                     *     - `NO_COLLATERAL`: the request has no collateral and the service has none free, or the collateral is too small
                     *     - `NO_SEED`: the wallet has no output that can be the seed of a launch
                     *     - `OUTPUT_TOO_SMALL`: an output would contain less than the ledger requires
                     *     - `REFUSED`: the ledger refuses the transaction; the message has the reason
                     *     - `SCRIPT_FAILED`: a script of the transaction fails
                     *     - `TOO_LARGE`: the transaction would be larger than the ledger allows
                     *     - `SERVER_ERROR`: an unexpected failure; give the operator the `X-Request-ID`
                     */
                    "X-Error-Code"?: "ALREADY_SPENT" | "INSUFFICIENT_FUNDS" | "MAX_TRADE_AMOUNT" | "MIN_TRADE_AMOUNT" | "MISSING_CONFIG" | "NODE_AWAY" | "NO_COLLATERAL" | "NO_SEED" | "OUTPUT_TOO_SMALL" | "REFUSED" | "SCRIPT_FAILED" | "TOO_LARGE" | "SERVER_ERROR";
                };
                content: {
                    "application/json; charset=utf-8": {
                        /**
                         * @description Cause of the error, for programs.
                         * @constant
                         */
                        cause?: "SERVER_ERROR";
                    } & components["schemas"]["Error"];
                };
            };
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    signTransaction: {
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The unsigned transaction, CBOR in hex, unchanged.
                     * @example 84a0a0f5f6
                     */
                    cbor: string;
                    /**
                     * @description Result of the wallet's CIP-30 `signTx`: a witness set in hex CBOR, or the signed transaction.
                     * @example a0
                     */
                    witness: string;
                    /**
                     * @description Bech32 address that receives the change. The order, lock or launch belongs to its payment key.
                     * @example addr1qy32agk6zhjffcqhvu296j9a594k6smlr3zfsgaqgsvnmtefn2pw7433r2ss4hcycqrj6jrsaw056hlnz5fjgdyyrd6qsw8ngt
                     */
                    changeAddress: string;
                };
            };
        };
        responses: {
            /** @description The signed transaction. */
            200: {
                headers: BlockHeaders;
                content: {
                    "application/json; charset=utf-8": components["schemas"]["Signed"];
                };
            };
            400: components["responses"]["INVALID_PARAMS"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMITED"];
            /** @description SERVER_ERROR. */
            500: {
                headers: BlockHeaders & {
                    "Retry-After": components["headers"]["Retry-After"];
                    /**
                     * @description The failure, in more detail than its cause:
                     *     - `UNREADABLE`: the transaction or the witness cannot be read
                     *     - `WRONG_SIGNATURE`: the witness belongs to another transaction or has no signature
                     *     - `SERVER_ERROR`: an unexpected failure; give the operator the `X-Request-ID`
                     */
                    "X-Error-Code"?: "UNREADABLE" | "WRONG_SIGNATURE" | "SERVER_ERROR";
                };
                content: {
                    "application/json; charset=utf-8": {
                        /**
                         * @description Cause of the error, for programs.
                         * @constant
                         */
                        cause?: "SERVER_ERROR";
                    } & components["schemas"]["Error"];
                };
            };
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    signAndSubmitTransaction: {
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The unsigned transaction, CBOR in hex, unchanged.
                     * @example 84a0a0f5f6
                     */
                    cbor: string;
                    /**
                     * @description Result of the wallet's CIP-30 `signTx`: a witness set in hex CBOR, or the signed transaction.
                     * @example a0
                     */
                    witness: string;
                    /**
                     * @description Bech32 address that receives the change. The order, lock or launch belongs to its payment key.
                     * @example addr1qy32agk6zhjffcqhvu296j9a594k6smlr3zfsgaqgsvnmtefn2pw7433r2ss4hcycqrj6jrsaw056hlnz5fjgdyyrd6qsw8ngt
                     */
                    changeAddress: string;
                };
            };
        };
        responses: {
            /** @description The node has accepted the transaction. */
            200: signAndSubmitTransaction200;
            400: components["responses"]["INVALID_PARAMS"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMITED"];
            /** @description SERVER_ERROR. */
            500: signAndSubmitTransaction500;
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    submitTransaction: {
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The signed transaction, CBOR in hex.
                     * @example 84a0a0f5f6
                     */
                    cbor: string;
                };
            };
        };
        responses: {
            /** @description The node has accepted the transaction. */
            200: signAndSubmitTransaction200;
            400: components["responses"]["INVALID_PARAMS"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMITED"];
            /** @description SERVER_ERROR. */
            500: signAndSubmitTransaction500;
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getAsyncapi: {
        responses: {
            /** @description An AsyncAPI 3.0 document. */
            200: getAsyncapi200;
            304: components["responses"]["NotModified"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
        };
    };
    getPools: {
        parameters: {
            query: {
                /** @description The list. Pools on their curve: `Latest` by last change, `New` by launch, `MCapDesc` by market cap, `Progress` by the collected share of their cap, at most 100 %. Graduated pools: `CompletedCreateOn` by launch, `CompletedMCap` by market cap. */
                filter: "Latest" | "New" | "MCapDesc" | "Progress" | "CompletedCreateOn" | "CompletedMCap";
                /** @description Only pools after this place: the value by which the list is sorted and the id of the last pool of a page, such as `2567442146:{pool.id}`. The values are `pool.timestamp`, `pool.createdOn`, `metrics.marketCap` and, for `Progress`, `pool.x.amount` × 10^12 / `pool.adaCapThreshold`, rounded down, at most 10^12. A pool that does not change is on exactly one of the pages, for any changes of others. */
                after?: string;
            };
        };
        responses: {
            /** @description The pools. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json; charset=utf-8": components["schemas"]["LiquidityPoolInfo"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["INVALID_PARAMS"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getKing: {
        responses: {
            /** @description The pool, or null. */
            200: getKing200;
            304: components["responses"]["NotModified"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getKingShort: {
        responses: {
            /** @description The pool, or null. */
            200: getKing200;
            304: components["responses"]["NotModified"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    searchPools: {
        parameters: {
            query: {
                /** @description Part of a name, a ticker or an asset id (with or without its point), in upper or lower case, or a fingerprint (CIP-14). Texts are compared as they are shown: without invisible characters, and in the same form (NFKC). A name or a ticker also matches if a part of it looks like the text (UTS 39); spaces are then left out. */
                pattern: string;
                /** @description Pools to skip. */
                offset?: number;
                /** @description Maximum number of results. */
                limit?: number;
            };
        };
        responses: {
            /** @description A page of pools. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json; charset=utf-8": components["schemas"]["PoolPage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["INVALID_PARAMS"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getPoolTotals: {
        responses: {
            /** @description The totals. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json; charset=utf-8": {
                        /**
                         * @description Number of tokens that trade, on curves and on AMM pools.
                         * @example 59
                         */
                        tokens: number;
                        /**
                         * @description Number of these tokens that have graduated.
                         * @example 7
                         */
                        graduated: number;
                        /**
                         * @description ADA traded in the last 24 hours, in whole buckets of five minutes, lovelace.
                         * @example 912000000000
                         */
                        volume24h: string;
                        /**
                         * @description Number of orders executed in the last 24 hours.
                         * @example 1204
                         */
                        trades24h: number;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getPool: {
        parameters: {
            query: {
                /** @description The token. */
                asset: string;
            };
        };
        responses: {
            /** @description The pool. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json; charset=utf-8": components["schemas"]["LiquidityPoolInfo"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["INVALID_PARAMS"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getCurveProgress: {
        parameters: {
            query: {
                /** @description The token. */
                asset: string;
            };
        };
        responses: {
            /** @description The share. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json; charset=utf-8": {
                        /**
                         * @description Collected share of the cap in percent, with at most 2 decimals, rounded half up; 100 after graduation.
                         * @example 75.5
                         */
                        percent: string;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["INVALID_PARAMS"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getAssetInfo: {
        parameters: {
            query: {
                /** @description The token. */
                asset: string;
            };
        };
        responses: {
            /** @description The details. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json; charset=utf-8": components["schemas"]["LaunchDetails"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["INVALID_PARAMS"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getHotPools: {
        parameters: {
            query?: {
                /** @description Length of the window, which ends with the running minute: 5 minutes, 1, 6 or 24 hours. */
                window?: "min5" | "hour1" | "hour6" | "day1";
                /** @description Figure that orders the pools. */
                rank?: "volume" | "buyers" | "trades" | "change" | "marketCap" | "holders" | "created";
                /** @description Sort order: largest or smallest first. */
                order?: "desc" | "asc";
                /** @description Limits the list to pools on their curve or on the AMM. */
                venue?: "curve" | "amm";
                /** @description Minimum market cap, lovelace. */
                minCap?: string;
                /** @description Maximum market cap, lovelace. */
                maxCap?: string;
                /** @description Minimum volume in the window, lovelace. */
                minVolume?: string;
                /** @description Minimum number of holders. */
                minHolders?: number;
                /** @description Minimum age since the launch, seconds. */
                minAge?: number;
                /** @description Maximum age since the launch, seconds. */
                maxAge?: number;
                /** @description Pools to skip. */
                offset?: number;
                /** @description Maximum number of results. */
                limit?: number;
            };
        };
        responses: {
            /** @description A page of pools. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json; charset=utf-8": components["schemas"]["HotPools"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["INVALID_PARAMS"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getFollowing: {
        parameters: {
            query?: {
                /** @description Pools to skip. */
                offset?: number;
                /** @description Maximum number of results. */
                limit?: number;
            };
        };
        requestBody: {
            content: {
                "application/json": string[];
            };
        };
        responses: {
            /** @description Pools, in the order of the request. */
            200: getFollowing200;
            400: components["responses"]["INVALID_PARAMS"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getFollowingList: {
        requestBody: {
            content: {
                "application/json": string[];
            };
        };
        responses: {
            /** @description Pools, in the order of the request. */
            200: getFollowing200;
            400: components["responses"]["INVALID_PARAMS"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getAssetOrders: {
        parameters: {
            query: {
                /** @description The token. For a token that is not listed yet, only waiting orders are found. */
                asset: string;
                /** @description Orders to skip. */
                offset?: number;
                /** @description Maximum number of results. */
                limit?: number;
            };
        };
        requestBody?: {
            content: {
                "application/json": string[];
            };
        };
        responses: {
            /** @description A page of orders. */
            200: getAssetOrders200;
            400: components["responses"]["INVALID_PARAMS"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getLatestOrders: {
        parameters: {
            query?: {
                /** @description Maximum number of results. */
                limit?: number;
            };
        };
        responses: {
            /** @description The orders. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json; charset=utf-8": components["schemas"]["Order"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["INVALID_PARAMS"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getOrder: {
        parameters: {
            path: {
                /** @description The `entityId` of the order. */
                entityId: string;
            };
        };
        responses: {
            /** @description The order. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json; charset=utf-8": components["schemas"]["Order"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["INVALID_PARAMS"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getOrderMetrics: {
        parameters: {
            query: {
                /** @description The token. For a token that is not listed yet, only waiting orders are found. */
                asset: string;
                /** @description The owner's payment key hash. */
                pkh: string;
            };
        };
        responses: {
            /** @description Sums of filled orders; null if no order was filled. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json; charset=utf-8": components["schemas"]["OrderMetrics"] | null;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["INVALID_PARAMS"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getUserHistory: {
        parameters: {
            query?: {
                /** @description Orders to skip. */
                offset?: number;
                /** @description Maximum number of results. */
                limit?: number;
            };
        };
        requestBody: {
            content: {
                "application/json": string[];
            };
        };
        responses: {
            /** @description A page of orders. */
            200: getAssetOrders200;
            400: components["responses"]["INVALID_PARAMS"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getUserHistoryByAsset: {
        parameters: {
            query: {
                /** @description The token. For a token that is not listed yet, only waiting orders are found. */
                asset: string;
                /** @description Orders to skip. */
                offset?: number;
                /** @description Maximum number of results. */
                limit?: number;
            };
        };
        requestBody: {
            content: {
                "application/json": string[];
            };
        };
        responses: {
            /** @description A page of orders. */
            200: getAssetOrders200;
            400: components["responses"]["INVALID_PARAMS"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getOpenOrders: {
        parameters: {
            query?: {
                /** @description Orders to skip. */
                offset?: number;
                /** @description Maximum number of results. */
                limit?: number;
            };
        };
        requestBody: {
            content: {
                "application/json": string[];
            };
        };
        responses: {
            /** @description A page of orders. */
            200: getAssetOrders200;
            400: components["responses"]["INVALID_PARAMS"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getOrderTrade: {
        parameters: {
            query: {
                /** @description The `beacon` of the order. */
                beacon: string;
            };
        };
        responses: {
            /** @description The order. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json; charset=utf-8": components["schemas"]["OrderTrade"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["INVALID_PARAMS"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getLatestBlocks: {
        parameters: {
            query?: {
                /** @description Maximum number of results. */
                limit?: number;
            };
        };
        responses: {
            /** @description The blocks. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json; charset=utf-8": components["schemas"]["BlockSummary"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["INVALID_PARAMS"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getImage: {
        parameters: {
            query?: {
                /** @description Width and height of the square copy in pixels; it is never answered with the image itself. Without it the image itself is returned. */
                side?: "64" | "256";
            };
            path: {
                /** @description Content id: the `logoCID` of a launch. */
                cid: string;
            };
        };
        responses: {
            /** @description The image: `image/png`, `image/jpeg` or `image/gif`; a copy is `image/webp`. */
            200: {
                headers: BlockHeaders;
                content: {
                    "image/*": unknown;
                };
            };
            400: components["responses"]["INVALID_PARAMS"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
        };
    };
    getHeldImages: {
        requestBody: {
            content: {
                "application/json": string[];
            };
        };
        responses: {
            /** @description The content ids. */
            200: {
                headers: BlockHeaders;
                content: {
                    "application/json; charset=utf-8": string[];
                };
            };
            400: components["responses"]["INVALID_PARAMS"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getVestingsByRedeemer: {
        parameters: {
            query: {
                /** @description Payment key hash of the redeemer: a single hash, although the name is plural. */
                redeemerVkhs: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": unknown;
            };
        };
        responses: {
            /** @description The vestings; an empty list if there are none. */
            200: getVestingsByRedeemer200;
            400: components["responses"]["INVALID_PARAMS"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getVestingsByAsset: {
        parameters: {
            path: {
                /** @description The token. */
                assetId: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": unknown;
            };
        };
        responses: {
            /** @description The vestings; an empty list if there are none. */
            200: getVestingsByRedeemer200;
            400: components["responses"]["INVALID_PARAMS"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    buildLock: {
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Bech32 address that pays for the lock and owns it.
                     * @example addr1qy32agk6zhjffcqhvu296j9a594k6smlr3zfsgaqgsvnmtefn2pw7433r2ss4hcycqrj6jrsaw056hlnz5fjgdyyrd6qsw8ngt
                     */
                    address: string;
                    /**
                     * @description The token to lock.
                     * @example ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a.4861696c204879647261
                     */
                    assetId: string;
                    /**
                     * @description Tokens to lock, all stages together.
                     * @example 3000
                     */
                    amount: string;
                    /**
                     * @description Unlock time of the last stage, Unix milliseconds.
                     * @example 1790000000000
                     */
                    lockEnd: number;
                    /**
                     * @description Number of equal stages. The last one includes any remainder.
                     * @example 3
                     */
                    stagesCount: number;
                };
            };
        };
        responses: {
            /** @description The lock. */
            200: buildLock200;
            /** @description INVALID_AMOUNT, INVALID_LOCK_END, INVALID_PARAMS. */
            400: {
                headers: BlockHeaders & {
                    "Retry-After": components["headers"]["Retry-After"];
                    /**
                     * @description The failure, in more detail than its cause:
                     *     - `INVALID_REQUEST`: a field of the request is invalid; the message names it
                     *     - `INVALID_LOCK_END`: the code equals the cause
                     *     - `INVALID_AMOUNT`: the code equals the cause
                     */
                    "X-Error-Code"?: "INVALID_REQUEST" | "INVALID_LOCK_END" | "INVALID_AMOUNT";
                };
                content: {
                    "application/json; charset=utf-8": {
                        /**
                         * @description Cause of the error, for programs.
                         * @enum {string}
                         */
                        cause?: "INVALID_AMOUNT" | "INVALID_LOCK_END" | "INVALID_PARAMS";
                    } & components["schemas"]["Error"];
                };
            };
            408: components["responses"]["REQUEST_TIMEOUT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMITED"];
            /** @description SERVER_ERROR. */
            500: {
                headers: BlockHeaders & {
                    "Retry-After": components["headers"]["Retry-After"];
                    /**
                     * @description The failure, in more detail than its cause:
                     *     - `INSUFFICIENT_FUNDS`: the wallet does not have enough, or its outputs cannot be spent now
                     *     - `MISSING_CONFIG`: the configuration of the service is missing, incomplete or invalid; only its operator can change that
                     *     - `NODE_AWAY`: the node of the service does not answer; `Retry-After` has the seconds to wait
                     *     - `OUTPUT_TOO_SMALL`: an output would contain less than the ledger requires
                     *     - `TOO_LARGE`: the transaction would be larger than the ledger allows
                     *     - `SERVER_ERROR`: an unexpected failure; give the operator the `X-Request-ID`
                     */
                    "X-Error-Code"?: "INSUFFICIENT_FUNDS" | "MISSING_CONFIG" | "NODE_AWAY" | "OUTPUT_TOO_SMALL" | "TOO_LARGE" | "SERVER_ERROR";
                };
                content: {
                    "application/json; charset=utf-8": {
                        /**
                         * @description Cause of the error, for programs.
                         * @constant
                         */
                        cause?: "SERVER_ERROR";
                    } & components["schemas"]["Error"];
                };
            };
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    buildWithdrawal: {
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The `id` of the vesting.
                     * @example 5cfaf853d0d79e3cd31dbebadb0cac02473f32f80f156b22362a1714eb0b9163:0
                     */
                    id: string;
                    /**
                     * @description Bech32 address of the redeemer, which pays the fee and receives the contents of the lock.
                     * @example addr1qy32agk6zhjffcqhvu296j9a594k6smlr3zfsgaqgsvnmtefn2pw7433r2ss4hcycqrj6jrsaw056hlnz5fjgdyyrd6qsw8ngt
                     */
                    address: string;
                    /**
                     * @description Collateral outputs, encoded as in `utxos`. If the list is missing or empty, the service provides collateral.
                     * @example []
                     */
                    collaterals?: string[];
                };
            };
        };
        responses: {
            /** @description The withdrawal. */
            200: buildLock200;
            /** @description INVALID_DATUM, INVALID_PARAMS, LOCK_NOT_EXPIRED, UTxO_SPENT. */
            400: {
                headers: BlockHeaders & {
                    "Retry-After": components["headers"]["Retry-After"];
                    /**
                     * @description The failure, in more detail than its cause:
                     *     - `ALREADY_SPENT`: an output is already spent; the ledger will never accept a transaction that spends it
                     *     - `INVALID_REQUEST`: a field of the request is invalid; the message names it
                     *     - `NOT_A_LOCK`: the output is not a vesting lock
                     *     - `TOO_EARLY`: the output is still locked; `Retry-After` has the seconds until then
                     */
                    "X-Error-Code"?: "ALREADY_SPENT" | "INVALID_REQUEST" | "NOT_A_LOCK" | "TOO_EARLY";
                };
                content: {
                    "application/json; charset=utf-8": {
                        /**
                         * @description Cause of the error, for programs.
                         * @enum {string}
                         */
                        cause?: "INVALID_DATUM" | "INVALID_PARAMS" | "LOCK_NOT_EXPIRED" | "UTxO_SPENT";
                    } & components["schemas"]["Error"];
                };
            };
            /** @description NOT_OWNER. */
            403: {
                headers: BlockHeaders & {
                    "Retry-After": components["headers"]["Retry-After"];
                    /**
                     * @description The failure, in more detail than its cause:
                     *     - `NOT_THE_OWNER`: the output belongs to another key
                     */
                    "X-Error-Code"?: "NOT_THE_OWNER";
                };
                content: {
                    "application/json; charset=utf-8": {
                        /**
                         * @description Cause of the error, for programs.
                         * @constant
                         */
                        cause?: "NOT_OWNER";
                    } & components["schemas"]["Error"];
                };
            };
            /** @description UTxO_NOT_FOUND. */
            404: {
                headers: BlockHeaders & {
                    "Retry-After": components["headers"]["Retry-After"];
                    /**
                     * @description The failure, in more detail than its cause:
                     *     - `NOT_FOUND`: the output is not known
                     */
                    "X-Error-Code"?: "NOT_FOUND";
                };
                content: {
                    "application/json; charset=utf-8": {
                        /**
                         * @description Cause of the error, for programs.
                         * @constant
                         */
                        cause?: "UTxO_NOT_FOUND";
                    } & components["schemas"]["Error"];
                };
            };
            408: components["responses"]["REQUEST_TIMEOUT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMITED"];
            /** @description SERVER_ERROR. */
            500: {
                headers: BlockHeaders & {
                    "Retry-After": components["headers"]["Retry-After"];
                    /**
                     * @description The failure, in more detail than its cause:
                     *     - `INSUFFICIENT_FUNDS`: the wallet does not have enough, or its outputs cannot be spent now
                     *     - `MISSING_CONFIG`: the configuration of the service is missing, incomplete or invalid; only its operator can change that
                     *     - `NODE_AWAY`: the node of the service does not answer; `Retry-After` has the seconds to wait
                     *     - `NO_COLLATERAL`: the request has no collateral and the service has none free, or the collateral is too small
                     *     - `OUTPUT_TOO_SMALL`: an output would contain less than the ledger requires
                     *     - `REFUSED`: the ledger refuses the transaction; the message has the reason
                     *     - `SCRIPT_FAILED`: a script of the transaction fails
                     *     - `TOO_LARGE`: the transaction would be larger than the ledger allows
                     *     - `SERVER_ERROR`: an unexpected failure; give the operator the `X-Request-ID`
                     */
                    "X-Error-Code"?: "INSUFFICIENT_FUNDS" | "MISSING_CONFIG" | "NODE_AWAY" | "NO_COLLATERAL" | "OUTPUT_TOO_SMALL" | "REFUSED" | "SCRIPT_FAILED" | "TOO_LARGE" | "SERVER_ERROR";
                };
                content: {
                    "application/json; charset=utf-8": {
                        /**
                         * @description Cause of the error, for programs.
                         * @constant
                         */
                        cause?: "SERVER_ERROR";
                    } & components["schemas"]["Error"];
                };
            };
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getPage: {
        responses: {
            /** @description The page. */
            200: getPage200;
            304: components["responses"]["NotModified"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
        };
    };
    getPageFile: {
        parameters: {
            path: {
                /** @description Name of the file, which changes with its content. */
                file: string;
            };
        };
        responses: {
            /** @description A script, a style sheet or a font. */
            200: getPageFile200;
            304: components["responses"]["NotModified"];
            400: components["responses"]["INVALID_PARAMS"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
        };
    };
    getTokenPage: {
        parameters: {
            path: {
                /** @description The token. */
                asset: string;
            };
        };
        responses: {
            /** @description The page. */
            200: getTokenPage200;
            400: components["responses"]["INVALID_PARAMS"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
        };
    };
    getTokenPicture: {
        parameters: {
            path: {
                /** @description The token. */
                asset: string;
            };
        };
        responses: {
            /** @description The picture. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "image/png": unknown;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["INVALID_PARAMS"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getView: {
        parameters: {
            path: {
                /** @description Name of the view. */
                view: string;
            };
        };
        responses: {
            /** @description The page. */
            200: getTokenPage200;
            400: components["responses"]["INVALID_PARAMS"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
        };
    };
    getTraderPage: {
        parameters: {
            path: {
                /** @description Address of the trader, or the hash of its payment key. */
                address: string;
            };
        };
        responses: {
            /** @description The page. */
            200: getTokenPage200;
            400: components["responses"]["INVALID_PARAMS"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
        };
    };
    getRobots: {
        responses: {
            /** @description The paths. */
            200: {
                headers: BlockHeaders;
                content: {
                    "text/plain": string;
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
        };
    };
    getUdfConfig: {
        responses: {
            /** @description The configuration. */
            200: {
                headers: BlockHeaders;
                content: {
                    "application/json; charset=utf-8": {
                        /**
                         * @description The service has a search for tokens.
                         * @constant
                         */
                        supports_search: true;
                        /**
                         * @description Symbols are requested one by one.
                         * @constant
                         */
                        supports_group_request: false;
                        /**
                         * @description There are no marks on bars.
                         * @constant
                         */
                        supports_marks: false;
                        /**
                         * @description There are no marks on the time scale.
                         * @constant
                         */
                        supports_timescale_marks: false;
                        /**
                         * @description The service answers requests for its time.
                         * @constant
                         */
                        supports_time: true;
                        /**
                         * @description Lengths of bars.
                         * @example [
                         *       "1",
                         *       "5",
                         *       "15",
                         *       "30",
                         *       "60",
                         *       "240",
                         *       "1D",
                         *       "1W",
                         *       "1M"
                         *     ]
                         */
                        supported_resolutions: string[];
                        /** @description Exchanges, for the filter of a search. */
                        exchanges: {
                            /**
                             * @description Value for a search; empty for all.
                             * @example launchpad
                             */
                            value: string;
                            /**
                             * @description Name.
                             * @example launchpad
                             */
                            name: string;
                            /**
                             * @description Description.
                             * @example launchpad
                             */
                            desc?: string;
                        }[];
                        /** @description Kinds of symbols, for the filter of a search. */
                        symbols_types: {
                            /**
                             * @description Value for a search; empty for all.
                             * @example crypto
                             */
                            value: string;
                            /**
                             * @description Name.
                             * @example crypto
                             */
                            name: string;
                            /**
                             * @description Description.
                             * @example crypto
                             */
                            desc?: string;
                        }[];
                    };
                };
            };
            /** @description RATE_LIMITED. */
            429: getUdfConfig429;
            /** @description SERVER_ERROR. */
            500: getUdfConfig500;
        };
    };
    getUdfTime: {
        responses: {
            /** @description The time. */
            200: {
                headers: BlockHeaders;
                content: {
                    "text/plain; charset=utf-8": string;
                };
            };
            /** @description RATE_LIMITED. */
            429: getUdfConfig429;
            /** @description SERVER_ERROR. */
            500: getUdfConfig500;
        };
    };
    getUdfSymbol: {
        parameters: {
            query: {
                /** @description Asset id or ticker, with `/ADA` (default) or `/lovelace` for the unit of prices. If several tokens have the ticker, the token with the highest market cap is used. */
                symbol: string;
            };
        };
        responses: {
            /** @description The symbol. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json; charset=utf-8": {
                        /**
                         * @description Ticker of the token, and the unit.
                         * @example COTTER/ADA
                         */
                        name: string;
                        /**
                         * @description Symbol for `/udf/history`: the asset id, with `/lovelace` for prices in lovelace.
                         * @example ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a.4861696c204879647261
                         */
                        ticker: string;
                        /**
                         * @description Name of the token, and the unit of its price.
                         * @example Clever Otter in ADA
                         */
                        description: string;
                        /**
                         * @description Kind of the symbol.
                         * @constant
                         */
                        type: "crypto";
                        /**
                         * @description Trading never pauses.
                         * @constant
                         */
                        session: "24x7";
                        /**
                         * @description Time zone of the exchange.
                         * @constant
                         */
                        timezone: "Etc/UTC";
                        /**
                         * @description Exchange on which the symbol trades.
                         * @constant
                         */
                        exchange: "launchpad";
                        /**
                         * @description Exchange that lists the symbol.
                         * @constant
                         */
                        listed_exchange: "launchpad";
                        /**
                         * @description Display format of prices.
                         * @constant
                         */
                        format: "price";
                        /**
                         * @description Number of `pricescale` steps in the smallest price change.
                         * @constant
                         */
                        minmov: 1;
                        /**
                         * @description There are bars of minutes.
                         * @constant
                         */
                        has_intraday: true;
                        /**
                         * @description There are bars of days.
                         * @constant
                         */
                        has_daily: true;
                        /**
                         * @description There are bars of weeks and months.
                         * @constant
                         */
                        has_weekly_and_monthly: true;
                        /**
                         * @description Bars are current, without delay.
                         * @constant
                         */
                        data_status: "streaming";
                        /**
                         * @description Unit of prices: `ADA` or `lovelace`.
                         * @example ADA
                         */
                        currency_code: string;
                        /**
                         * @description Number of price steps in one unit.
                         * @example 1000000000000
                         */
                        pricescale: number;
                        /**
                         * @description Decimals of volumes.
                         * @example 6
                         */
                        volume_precision: number;
                        /**
                         * @description Lengths of bars shorter than a day, in minutes.
                         * @example [
                         *       "1",
                         *       "5",
                         *       "15",
                         *       "30",
                         *       "60",
                         *       "240"
                         *     ]
                         */
                        intraday_multipliers: string[];
                        /**
                         * @description Lengths of bars.
                         * @example [
                         *       "1",
                         *       "5",
                         *       "15",
                         *       "30",
                         *       "60",
                         *       "240",
                         *       "1D",
                         *       "1W",
                         *       "1M"
                         *     ]
                         */
                        supported_resolutions: string[];
                    } | {
                        /**
                         * @description The request failed.
                         * @constant
                         */
                        s: "error";
                        /**
                         * @description The reason; `unknown_symbol` if no token has the symbol.
                         * @example unknown_symbol
                         */
                        errmsg: string;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            /** @description INVALID_PARAMS. */
            400: getUdfSymbol400;
            /** @description RATE_LIMITED. */
            429: getUdfConfig429;
            /** @description SERVER_ERROR. */
            500: getUdfConfig500;
            /** @description SERVICE_UNAVAILABLE. */
            503: getUdfSymbol503;
        };
    };
    searchUdfSymbols: {
        parameters: {
            query: {
                /** @description Text to search for; empty for all tokens. */
                query: string;
                /** @description Only symbols of this exchange. */
                exchange?: string;
                /** @description Only symbols of this kind. */
                type?: string;
                /** @description Maximum number of results. */
                limit?: number;
            };
        };
        responses: {
            /** @description The highest market cap first. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json; charset=utf-8": {
                        /**
                         * @description Ticker of the token, and the unit.
                         * @example COTTER/ADA
                         */
                        symbol: string;
                        /**
                         * @description Symbol with its exchange.
                         * @example launchpad:COTTER/ADA
                         */
                        full_name: string;
                        /**
                         * @description Name of the token.
                         * @example Clever Otter
                         */
                        description: string;
                        /**
                         * @description Exchange on which the symbol trades.
                         * @constant
                         */
                        exchange: "launchpad";
                        /**
                         * @description The asset id.
                         * @example ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a.4861696c204879647261
                         */
                        ticker: string;
                        /**
                         * @description Kind of the symbol.
                         * @constant
                         */
                        type: "crypto";
                    }[];
                };
            };
            304: components["responses"]["NotModified"];
            /** @description INVALID_PARAMS. */
            400: getUdfSymbol400;
            /** @description RATE_LIMITED. */
            429: getUdfConfig429;
            /** @description SERVER_ERROR. */
            500: getUdfConfig500;
            /** @description SERVICE_UNAVAILABLE. */
            503: getUdfSymbol503;
        };
    };
    getUdfHistory: {
        parameters: {
            query: {
                /** @description Asset id or ticker, with `/ADA` (default) or `/lovelace` for the unit of prices. If several tokens have the ticker, the token with the highest market cap is used. */
                symbol: string;
                /** @description Length of a bar: a number of minutes, or `1D`, `1W` or `1M`. */
                resolution: "1" | "5" | "15" | "30" | "60" | "240" | "1D" | "1W" | "1M" | "D" | "W" | "M";
                /** @description Start of the range, Unix seconds, inclusive; a time before 1970 counts as 1970. */
                from: number;
                /** @description End of the range, Unix seconds, exclusive. */
                to: number;
                /** @description Number of bars to return before `to`, instead of the bars from `from` on; at most 5000 are returned. */
                countback?: number;
            };
        };
        responses: {
            /** @description The bars, or a status if there is none. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json; charset=utf-8": {
                        /**
                         * @description There are bars.
                         * @constant
                         */
                        s: "ok";
                        /** @description Starts of the bars, Unix seconds. */
                        t: number[];
                        /** @description Opening prices, in the unit of the symbol. */
                        o: number[];
                        /** @description Highest prices. */
                        h: number[];
                        /** @description Lowest prices. */
                        l: number[];
                        /** @description Closing prices. */
                        c: number[];
                        /** @description Amounts traded, in the unit of the symbol. */
                        v: number[];
                    } | {
                        /**
                         * @description No bar is in the range.
                         * @constant
                         */
                        s: "no_data";
                        /**
                         * @description Start of the next older bar, Unix seconds.
                         * @example 1725260400
                         */
                        nextTime?: number;
                    } | {
                        /**
                         * @description The request failed.
                         * @constant
                         */
                        s: "error";
                        /**
                         * @description The reason; `unknown_symbol` if no token has the symbol.
                         * @example unknown_symbol
                         */
                        errmsg: string;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            /** @description INVALID_PARAMS. */
            400: getUdfSymbol400;
            /** @description RATE_LIMITED. */
            429: getUdfConfig429;
            /** @description SERVER_ERROR. */
            500: getUdfConfig500;
            /** @description SERVICE_UNAVAILABLE. */
            503: getUdfSymbol503;
        };
    };
    getUdfQuotes: {
        parameters: {
            query: {
                /** @description Symbols, separated by commas. */
                symbols: string;
            };
        };
        responses: {
            /** @description The quotes. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json; charset=utf-8": {
                        /**
                         * @description The request was answered.
                         * @constant
                         */
                        s: "ok";
                        /** @description The quotes, in the order of the request. */
                        d: ({
                            /**
                             * @description The symbol is known.
                             * @constant
                             */
                            s: "ok";
                            /**
                             * @description The symbol as in the request.
                             * @example launchpad:COTTER/ADA
                             */
                            n: string;
                            /** @description The figures. */
                            v: {
                                /**
                                 * @description Change since the close of the day before.
                                 * @example 0.000003306722374
                                 */
                                ch: number;
                                /**
                                 * @description Change in percent, rounded to two decimals.
                                 * @example 259.39
                                 */
                                chp: number;
                                /**
                                 * @description Ticker of the token, and the unit.
                                 * @example COTTER/ADA
                                 */
                                short_name: string;
                                /**
                                 * @description Exchange on which the symbol trades.
                                 * @constant
                                 */
                                exchange: "launchpad";
                                /**
                                 * @description Name of the token.
                                 * @example Clever Otter
                                 */
                                description: string;
                                /**
                                 * @description Last price, in the unit of the symbol.
                                 * @example 0.00000458154037489
                                 */
                                lp: number;
                                /**
                                 * @description The last price.
                                 * @example 0.00000458154037489
                                 */
                                ask: number;
                                /**
                                 * @description The last price.
                                 * @example 0.00000458154037489
                                 */
                                bid: number;
                                /**
                                 * @description Price at the start of the day's first bar (UTC).
                                 * @example 0.000001274818
                                 */
                                open_price: number;
                                /**
                                 * @description Highest price of the day.
                                 * @example 0.00000458154037489
                                 */
                                high_price: number;
                                /**
                                 * @description Lowest price of the day.
                                 * @example 0.000001274818
                                 */
                                low_price: number;
                                /**
                                 * @description Last price of the days before; at a launch its first price.
                                 * @example 0.000001274818
                                 */
                                prev_close_price: number;
                                /**
                                 * @description Amount traded on the day, in the unit of the symbol.
                                 * @example 500
                                 */
                                volume: number;
                            };
                        } | {
                            /**
                             * @description No token has the symbol.
                             * @constant
                             */
                            s: "error";
                            /**
                             * @description The symbol as in the request.
                             * @example NOPE
                             */
                            n: string;
                            /** @description Empty. */
                            v: Record<string, never>;
                        })[];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            /** @description INVALID_PARAMS. */
            400: getUdfSymbol400;
            /** @description RATE_LIMITED. */
            429: getUdfConfig429;
            /** @description SERVER_ERROR. */
            500: getUdfConfig500;
            /** @description SERVICE_UNAVAILABLE. */
            503: getUdfSymbol503;
        };
    };
    getDexLatestBlock: {
        responses: {
            /** @description The block. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json; charset=utf-8": {
                        /** @description The block. */
                        block: {
                            /**
                             * @description Height of the block.
                             * @example 10782965
                             */
                            blockNumber: number;
                            /**
                             * @description Time of the block, Unix seconds.
                             * @example 1725260400
                             */
                            blockTimestamp: number;
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getDexAsset: {
        parameters: {
            query: {
                /** @description The token; `.` for ADA. */
                id: string;
            };
        };
        responses: {
            /** @description The asset. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json; charset=utf-8": {
                        /** @description The asset. */
                        asset: {
                            /**
                             * @description Asset id; `.` for ADA.
                             * @example .
                             */
                            id: string;
                            /**
                             * @description Name; never empty.
                             * @example Cardano
                             */
                            name: string;
                            /**
                             * @description Ticker; never empty.
                             * @example ADA
                             */
                            symbol: string;
                            /**
                             * @description Number of decimals: 0 for a launched token, 6 for ADA.
                             * @example 6
                             */
                            decimals: number;
                            /**
                             * @description Whole units: for a token what its launch minted, burnt ones included.
                             * @example 45000000000
                             */
                            totalSupply: string;
                            /**
                             * @description Id at CoinGecko; only of ADA.
                             * @example cardano
                             */
                            coinGeckoId?: string;
                            /**
                             * @description Id at CoinMarketCap; only of ADA.
                             * @example 2010
                             */
                            coinMarketCapId?: string;
                            /**
                             * @description Of a token: `policyId`, `assetName` in hex, and `decimals`.
                             * @example {
                             *       "decimals": "0"
                             *     }
                             */
                            metadata?: {
                                [key: string]: string;
                            };
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["INVALID_PARAMS"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getDexPair: {
        parameters: {
            query: {
                /** @description Asset id of the NFT of the pool. */
                id: string;
            };
        };
        responses: {
            /** @description The pair. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json; charset=utf-8": {
                        /** @description The pair. */
                        pair: {
                            /**
                             * @description Asset id of the NFT of the curve pool or the AMM pool.
                             * @example 82e46eb16633bf8bfa820c83ffeb63192c6e21757d2bf91290b2f41d.4861696c204879647261
                             */
                            id: string;
                            /**
                             * @description Name of the exchange: the setting `DEX_KEY`.
                             * @example launchpad
                             */
                            dexKey: string;
                            /**
                             * @description Asset id of the token.
                             * @example ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a.4861696c204879647261
                             */
                            asset0Id: string;
                            /**
                             * @description ADA.
                             * @constant
                             */
                            asset1Id: ".";
                            /**
                             * @description Height of the block of its launch or graduation; absent if that was not seen.
                             * @example 10782965
                             */
                            createdAtBlockNumber?: number;
                            /**
                             * @description Time of this block, Unix seconds.
                             * @example 1725260400
                             */
                            createdAtBlockTimestamp?: number;
                            /**
                             * @description Transaction of its launch or graduation.
                             * @example 0e4a7c58dd6f0fbdaf6e1ddc01ea38ae5e5af4ed97b1ae9de2cf1bc6fb2cb9ea
                             */
                            createdAtTxnId?: string;
                            /**
                             * @description Fee in 1/10,000: on the curve the fee of orders, on the AMM the fees of the pool: of liquidity, treasury and royalty.
                             * @example 100
                             */
                            feeBps: number;
                            /**
                             * @description `venue`: `curve` or `amm`.
                             * @example {
                             *       "venue": "curve"
                             *     }
                             */
                            metadata: {
                                [key: string]: string;
                            };
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["INVALID_PARAMS"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getDexEvents: {
        parameters: {
            query: {
                /** @description First block, inclusive. */
                fromBlock: number;
                /** @description Last block, inclusive. */
                toBlock: number;
            };
        };
        responses: {
            /** @description The events. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json; charset=utf-8": {
                        /** @description The events, in the order of the chain. */
                        events: ({
                            /** @description The block. */
                            block: {
                                /**
                                 * @description Height of the block.
                                 * @example 10782965
                                 */
                                blockNumber: number;
                                /**
                                 * @description Time of the block, Unix seconds.
                                 * @example 1725260400
                                 */
                                blockTimestamp: number;
                            };
                            /**
                             * @description Transaction.
                             * @example 0e4a7c58dd6f0fbdaf6e1ddc01ea38ae5e5af4ed97b1ae9de2cf1bc6fb2cb9ea
                             */
                            txnId: string;
                            /**
                             * @description Place of the transaction among the launchpad's transactions of the block.
                             * @example 0
                             */
                            txnIndex: number;
                            /**
                             * @description Place of the event in its transaction.
                             * @example 0
                             */
                            eventIndex: number;
                            /**
                             * @description Address of the trader, bech32; if the transaction's trader is unknown, the id of the transaction.
                             * @example addr1q840qk7n86wqhr932tq6m5jv46kpvz4wm48420p4wd65ur2qa4gq5d8k6hvqgqk3q3fr0n6n9pwdk2lx0c3pwnqyxf0sm4k0zk
                             */
                            maker: string;
                            /**
                             * @description The pair.
                             * @example 82e46eb16633bf8bfa820c83ffeb63192c6e21757d2bf91290b2f41d.4861696c204879647261
                             */
                            pairId: string;
                            /**
                             * @description A trade with the pool.
                             * @constant
                             */
                            eventType: "swap";
                            /**
                             * @description ADA that a buyer paid, before the fee of the order.
                             * @example 500
                             */
                            asset1In?: string;
                            /**
                             * @description Tokens that a buyer received.
                             * @example 109146596
                             */
                            asset0Out?: string;
                            /**
                             * @description Tokens that a seller paid.
                             * @example 109146596
                             */
                            asset0In?: string;
                            /**
                             * @description ADA that a seller received, after the fee of the order.
                             * @example 490
                             */
                            asset1Out?: string;
                            /**
                             * @description Price after the trade, ADA per token.
                             * @example 0.00000458154037489
                             */
                            priceNative: string;
                            /** @description Reserves of the pool after the transaction. */
                            reserves: {
                                /**
                                 * @description Tokens.
                                 * @example 890853404
                                 */
                                asset0: string;
                                /**
                                 * @description ADA.
                                 * @example 503
                                 */
                                asset1: string;
                            };
                        } | {
                            /** @description The block. */
                            block: {
                                /**
                                 * @description Height of the block.
                                 * @example 10782965
                                 */
                                blockNumber: number;
                                /**
                                 * @description Time of the block, Unix seconds.
                                 * @example 1725260400
                                 */
                                blockTimestamp: number;
                            };
                            /**
                             * @description Transaction.
                             * @example 0e4a7c58dd6f0fbdaf6e1ddc01ea38ae5e5af4ed97b1ae9de2cf1bc6fb2cb9ea
                             */
                            txnId: string;
                            /**
                             * @description Place of the transaction among the launchpad's transactions of the block.
                             * @example 0
                             */
                            txnIndex: number;
                            /**
                             * @description Place of the event in its transaction.
                             * @example 0
                             */
                            eventIndex: number;
                            /**
                             * @description Address of the trader, bech32; if the transaction's trader is unknown, the id of the transaction.
                             * @example addr1q840qk7n86wqhr932tq6m5jv46kpvz4wm48420p4wd65ur2qa4gq5d8k6hvqgqk3q3fr0n6n9pwdk2lx0c3pwnqyxf0sm4k0zk
                             */
                            maker: string;
                            /**
                             * @description The pair.
                             * @example 82e46eb16633bf8bfa820c83ffeb63192c6e21757d2bf91290b2f41d.4861696c204879647261
                             */
                            pairId: string;
                            /**
                             * @description Whether the amounts joined or left the pool.
                             * @example join
                             * @enum {string}
                             */
                            eventType: "join" | "exit";
                            /**
                             * @description Tokens.
                             * @example 1000000000
                             */
                            amount0: string;
                            /**
                             * @description ADA.
                             * @example 3
                             */
                            amount1: string;
                            /** @description Reserves of the pool after the transaction. */
                            reserves: {
                                /**
                                 * @description Tokens.
                                 * @example 890853404
                                 */
                                asset0: string;
                                /**
                                 * @description ADA.
                                 * @example 503
                                 */
                                asset1: string;
                            };
                        })[];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["INVALID_PARAMS"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getDexTickers: {
        responses: {
            /** @description A ticker for each token. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json; charset=utf-8": {
                        /**
                         * @description Id for `/historical_trades`: the token and ADA.
                         * @example ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a.4861696c204879647261_ADA
                         */
                        ticker_id: string;
                        /**
                         * @description Asset id of the token.
                         * @example ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a.4861696c204879647261
                         */
                        base_currency: string;
                        /**
                         * @description ADA.
                         * @constant
                         */
                        target_currency: "ADA";
                        /**
                         * @description Pair in which it trades now, as in `/dex/pair`.
                         * @example 82e46eb16633bf8bfa820c83ffeb63192c6e21757d2bf91290b2f41d.4861696c204879647261
                         */
                        pool_id: string;
                        /**
                         * @description Price after the last trade, ADA per token.
                         * @example 0.00000458154037489
                         */
                        last_price: string;
                        /**
                         * @description Tokens traded in the 24 hours before the newest confirmed block.
                         * @example 109146596
                         */
                        base_volume: string;
                        /**
                         * @description ADA traded in these hours.
                         * @example 500
                         */
                        target_volume: string;
                        /**
                         * @description Highest price after a trade in these hours, ADA per token.
                         * @example 0.00000458154037489
                         */
                        high: string;
                        /**
                         * @description Lowest price after a trade in these hours, ADA per token.
                         * @example 0.00000458154037489
                         */
                        low: string;
                        /**
                         * @description Twice the ADA reserve, in US dollars; absent without a rate (`ADA_USD_RATE_URL`).
                         * @example 352.1
                         */
                        liquidity_in_usd?: string;
                    }[];
                };
            };
            304: components["responses"]["NotModified"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getDexHistoricalTrades: {
        parameters: {
            query: {
                /** @description Ticker, as in `/dex/tickers`. */
                ticker_id: string;
                /** @description Only this side. */
                type?: "buy" | "sell";
                /** @description Maximum number of trades of both sides; 0 stands for 1000. */
                limit?: number;
                /** @description First time, inclusive; Unix seconds or milliseconds. */
                start_time?: number;
                /** @description Last time, inclusive; Unix seconds or milliseconds. */
                end_time?: number;
            };
        };
        responses: {
            /** @description The trades by side. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json; charset=utf-8": {
                        /** @description Purchases, newest first. */
                        buy: {
                            /**
                             * @description Place of the trade on the chain; greater for later trades.
                             * @example 8761738018816
                             */
                            trade_id: number;
                            /**
                             * @description Price after the trade, ADA per token.
                             * @example 0.00000458154037489
                             */
                            price: string;
                            /**
                             * @description Tokens.
                             * @example 109146596
                             */
                            base_volume: string;
                            /**
                             * @description ADA.
                             * @example 500
                             */
                            target_volume: string;
                            /**
                             * @description Time of the block, Unix milliseconds.
                             * @example 1725260400000
                             */
                            trade_timestamp: number;
                            /**
                             * @description Side of the trader.
                             * @example buy
                             * @enum {string}
                             */
                            type: "buy" | "sell";
                        }[];
                        /** @description Sales, newest first. */
                        sell: {
                            /**
                             * @description Place of the trade on the chain; greater for later trades.
                             * @example 8761738018816
                             */
                            trade_id: number;
                            /**
                             * @description Price after the trade, ADA per token.
                             * @example 0.00000458154037489
                             */
                            price: string;
                            /**
                             * @description Tokens.
                             * @example 109146596
                             */
                            base_volume: string;
                            /**
                             * @description ADA.
                             * @example 500
                             */
                            target_volume: string;
                            /**
                             * @description Time of the block, Unix milliseconds.
                             * @example 1725260400000
                             */
                            trade_timestamp: number;
                            /**
                             * @description Side of the trader.
                             * @example buy
                             * @enum {string}
                             */
                            type: "buy" | "sell";
                        }[];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["INVALID_PARAMS"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getTokenMetadata: {
        parameters: {
            path: {
                /** @description Policy id and asset name in hex, without a point. */
                subject: string;
            };
        };
        responses: {
            /** @description The metadata. */
            200: getTokenMetadata200;
            304: components["responses"]["NotModified"];
            400: components["responses"]["INVALID_PARAMS"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getTokenProperties: {
        parameters: {
            path: {
                /** @description Policy id and asset name in hex, without a point. */
                subject: string;
            };
        };
        responses: {
            /** @description The metadata. */
            200: getTokenMetadata200;
            304: components["responses"]["NotModified"];
            400: components["responses"]["INVALID_PARAMS"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getTokenProperty: {
        parameters: {
            path: {
                /** @description Policy id and asset name in hex, without a point. */
                subject: string;
                /** @description Name of a property. */
                property: "name" | "description" | "ticker" | "decimals" | "url" | "logo";
            };
        };
        responses: {
            /** @description The subject with this property. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json; charset=utf-8": components["schemas"]["TokenMetadata"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["INVALID_PARAMS"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    queryTokenMetadata: {
        requestBody: {
            content: {
                "application/json": {
                    /** @description The tokens; other subjects are left out. */
                    subjects: string[];
                    /**
                     * @description Only these properties; without the member all.
                     * @example [
                     *       "name",
                     *       "ticker",
                     *       "decimals",
                     *       "logo"
                     *     ]
                     */
                    properties?: string[];
                };
            };
        };
        responses: {
            /** @description The metadata of the listed tokens. */
            200: {
                headers: BlockHeaders;
                content: {
                    "application/json; charset=utf-8": {
                        /** @description The metadata, in the order of the request. */
                        subjects: components["schemas"]["TokenMetadata"][];
                    };
                };
            };
            400: components["responses"]["INVALID_PARAMS"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getHealth: {
        responses: {
            /** @description Alive. */
            200: {
                headers: BlockHeaders;
                content: {
                    "application/json; charset=utf-8": {
                        /**
                         * @description Always ok: the process answers.
                         * @constant
                         */
                        status: "ok";
                    };
                };
            };
            500: components["responses"]["SERVER_ERROR"];
        };
    };
    getReadiness: {
        responses: {
            /** @description Ready. `degraded`: a part does not work; `checks` names it and the reason. */
            200: getReadiness200;
            500: components["responses"]["SERVER_ERROR"];
            /** @description Not ready; `checks` says why. */
            503: getReadiness200;
        };
    };
    getHealthcheck: {
        responses: {
            /** @description Ready. `degraded`: a part does not work; `checks` names it and the reason. */
            200: getReadiness200;
            500: components["responses"]["SERVER_ERROR"];
            /** @description Not ready; `checks` says why. */
            503: getReadiness200;
        };
    };
    getStatus: {
        responses: {
            /** @description The status. */
            200: {
                headers: BlockHeaders;
                content: {
                    "application/json; charset=utf-8": {
                        /**
                         * @description Network of the node.
                         * @example mainnet
                         */
                        network: string;
                        /**
                         * @description State of the indexer. `silent`: no report for a minute.
                         * @example following
                         * @enum {string}
                         */
                        state: "connecting" | "syncing" | "following" | "waiting" | "rebuilding" | "stopped" | "silent";
                        /**
                         * @description Reason why the indexer waits or has stopped; null if there is none.
                         * @example null
                         */
                        problem: string | null;
                        /** @description The node's tip; null while unknown or at origin. */
                        node: {
                            /**
                             * @description Slot of the block.
                             * @example 133697199
                             */
                            slot: number;
                            /**
                             * @description Block id: header hash, 32 bytes in hex.
                             * @example 5cbc5a14be4f60278c9dfbd20ff51b69094e35b611f30446f9f6eced2def729d
                             */
                            id: string;
                            /**
                             * @description Height of the block.
                             * @example 10783050
                             */
                            height: number;
                        } | null;
                        /** @description The last block of the log. */
                        log: {
                            /**
                             * @description Slot of the block.
                             * @example 133697199
                             */
                            slot: number;
                            /**
                             * @description Block id: header hash, 32 bytes in hex.
                             * @example 5cbc5a14be4f60278c9dfbd20ff51b69094e35b611f30446f9f6eced2def729d
                             */
                            id: string;
                            /**
                             * @description Height of the block.
                             * @example 10783050
                             */
                            height: number;
                        } | null;
                        /** @description The last block of the models. */
                        models: {
                            /**
                             * @description Slot of the block.
                             * @example 133697199
                             */
                            slot: number;
                            /**
                             * @description Block id: header hash, 32 bytes in hex.
                             * @example 5cbc5a14be4f60278c9dfbd20ff51b69094e35b611f30446f9f6eced2def729d
                             */
                            id: string;
                            /**
                             * @description Height of the block.
                             * @example 10783050
                             */
                            height: number;
                        } | null;
                        /** @description The block up to which the log keeps only what is needed after it, so that it is smaller; null if it keeps whole blocks. */
                        base: {
                            /**
                             * @description Slot of the block.
                             * @example 133697199
                             */
                            slot: number;
                            /**
                             * @description Block id: header hash, 32 bytes in hex.
                             * @example 5cbc5a14be4f60278c9dfbd20ff51b69094e35b611f30446f9f6eced2def729d
                             */
                            id: string;
                            /**
                             * @description Height of the block.
                             * @example 10783050
                             */
                            height: number;
                            /**
                             * @description SHA-256 of what the log keeps, equal for all logs with this start and base; null while it moves.
                             * @example 54a46ff410b77ffcb440153f95b88ddc41ac6da0061041c0748935539a844816
                             */
                            digest: string | null;
                        } | null;
                        /** @description How far the models are behind. */
                        lag: {
                            /**
                             * @description Blocks by which the models are behind the node's tip; null while the tip is unknown.
                             * @example 0
                             */
                            blocks: number | null;
                            /**
                             * @description Age of the models' last block in seconds, relative to now or to the tip of a recorded chain; null while unknown.
                             * @example 4
                             */
                            seconds: number | null;
                        };
                        /** @description The copy of the models in PostgreSQL; null without POSTGRES_URL. */
                        mirror: {
                            /**
                             * @description `standby`: another indexer writes the copy, or is ahead. `loading`: everything is copied. `stopped`: the operator must decide. `silent`: no report for a minute.
                             * @example following
                             * @enum {string}
                             */
                            state: "connecting" | "standby" | "loading" | "following" | "waiting" | "stopped" | "silent";
                            /**
                             * @description Reason why nothing is copied; null if copying works.
                             * @example null
                             */
                            problem: string | null;
                            /** @description The last block that the copy is known to contain. */
                            copy: {
                                /**
                                 * @description Slot of the block.
                                 * @example 133697199
                                 */
                                slot: number;
                                /**
                                 * @description Block id: header hash, 32 bytes in hex.
                                 * @example 5cbc5a14be4f60278c9dfbd20ff51b69094e35b611f30446f9f6eced2def729d
                                 */
                                id: string;
                                /**
                                 * @description Height of the block.
                                 * @example 10783050
                                 */
                                height: number;
                            } | null;
                            /**
                             * @description Number of blocks by which the copy is behind the models; null while unknown.
                             * @example 0
                             */
                            lag: number | null;
                            /** @description Progress of loading; null in other states. */
                            loaded: {
                                /**
                                 * @description Number of rows copied.
                                 * @example 1200000
                                 */
                                rows: number;
                                /**
                                 * @description Number of rows to copy.
                                 * @example 11000000
                                 */
                                of: number;
                            } | null;
                        } | null;
                        /** @description The published models; null without PUBLISH_DIR and PUBLISH_URL. */
                        publishing: {
                            /**
                             * @description `standby`: another indexer publishes. `stopped`: the operator must decide. `silent`: no report for a minute.
                             * @example publishing
                             * @enum {string}
                             */
                            state: "publishing" | "standby" | "waiting" | "stopped" | "silent";
                            /**
                             * @description Reason why nothing is published; null if publishing works.
                             * @example null
                             */
                            problem: string | null;
                            /** @description The last published block; null before the first since the start. */
                            published: {
                                /**
                                 * @description Slot of the block.
                                 * @example 133697199
                                 */
                                slot: number;
                                /**
                                 * @description Block id: header hash, 32 bytes in hex.
                                 * @example 5cbc5a14be4f60278c9dfbd20ff51b69094e35b611f30446f9f6eced2def729d
                                 */
                                id: string;
                                /**
                                 * @description Height of the block.
                                 * @example 10783050
                                 */
                                height: number;
                            } | null;
                            /**
                             * @description Number of blocks by which the published models are behind the models; null while unknown.
                             * @example 0
                             */
                            lag: number | null;
                        } | null;
                        /**
                         * @description Blocks folded per second, average of the last ten seconds.
                         * @example 0.05
                         */
                        rate: number;
                        /** @description The config documents, whose files are watched. */
                        config: {
                            /**
                             * @description Reason why the current file of the protocol config is not used; null if it is used.
                             * @example null
                             */
                            protocol: string | null;
                            /**
                             * @description Reason why the current file of the contracts config is not used; null if it is used.
                             * @example null
                             */
                            contracts: string | null;
                            /**
                             * @description Reason why the current file of the operations config is not used; null if it is used.
                             * @example null
                             */
                            operations: string | null;
                        };
                        /** @description Parts that do not work until the operator supplies something, one sentence each. */
                        lacks: string[];
                        /**
                         * @description Read models that are being folded again in the background, by name, or `all`. Answers come from the old models meanwhile.
                         * @example []
                         */
                        refolding: "all" | string[];
                        /**
                         * @description Number of the last event of the log that the models contain.
                         * @example 151
                         */
                        seq: number | null;
                        /** @description Pools that resemble the launchpad's and are not listed, by reason. New witnesses, executors and tiers of the launchpad must be added to the operations config. */
                        rejections: {
                            /**
                             * @description Reason for the rejection.
                             * @example its tier is not listed
                             */
                            reason: string;
                            /**
                             * @description Number of pools on the current chain that are rejected for this reason.
                             * @example 2
                             */
                            count: number;
                            /**
                             * @description Id of the last transaction with such a pool.
                             * @example 5cfaf853d0d79e3cd31dbebadb0cac02473f32f80f156b22362a1714eb0b9163
                             */
                            transaction: string;
                            /**
                             * @description Slot of the last transaction with such a pool.
                             * @example 133694953
                             */
                            slot: number;
                        }[];
                        /** @description State of watching the node's mempool. */
                        mempool: {
                            /**
                             * @description State of watching the node's mempool. `waiting`: the connection is down. `off`: a recording, or a server that does not show its mempool.
                             * @example watching
                             * @enum {string}
                             */
                            state: "connecting" | "watching" | "waiting" | "off";
                            /**
                             * @description Reason why the mempool is not watched; null if it is watched.
                             * @example null
                             */
                            problem: string | null;
                            /**
                             * @description Number of transactions in the mempool.
                             * @example 12
                             */
                            transactions: number;
                        };
                        /** @description URLs of other services of the same launchpad; at the same block they have the same digest. */
                        peers: string[];
                        /** @description Addresses of a block explorer, with `{}` in place of the id; null where there is none. */
                        blockExplorer: {
                            /**
                             * @description A transaction, by its id.
                             * @example https://cardanoscan.io/transaction/{}
                             */
                            transaction: string | null;
                            /**
                             * @description An address in bech32.
                             * @example https://cardanoscan.io/address/{}
                             */
                            address: string | null;
                            /**
                             * @description A token, by policy id and asset name in hex without a point.
                             * @example https://cardanoscan.io/token/{}
                             */
                            token: string | null;
                        };
                        /**
                         * @description Whether `/v1/utility/ada-usd/rate` has a source.
                         * @example true
                         */
                        hasAdaUsdRate: boolean;
                        /**
                         * @description Hash of the whole state of the read models. Two services at the same block have the same digest.
                         * @example 0f3c1a9be27d4865
                         */
                        digest: string | null;
                    };
                };
            };
            500: components["responses"]["SERVER_ERROR"];
        };
    };
    getDevnet: {
        responses: {
            /** @description The wallet. */
            200: {
                headers: BlockHeaders;
                content: {
                    "application/json; charset=utf-8": components["schemas"]["DevnetWallet"];
                };
            };
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
        };
    };
    getDocs: {
        responses: {
            /** @description The page. */
            200: getPage200;
            304: components["responses"]["NotModified"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
        };
    };
    getDocsFile: {
        parameters: {
            path: {
                /** @description Name of the file, which changes with its content. */
                file: string;
            };
        };
        responses: {
            /** @description A script, a style sheet or a font. */
            200: getPageFile200;
            304: components["responses"]["NotModified"];
            400: components["responses"]["INVALID_PARAMS"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
        };
    };
    getClient: {
        responses: {
            /** @description The file. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "text/javascript; charset=utf-8": string;
                };
            };
            304: components["responses"]["NotModified"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
        };
    };
    getClientTypes: {
        responses: {
            /** @description The file. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "text/plain; charset=utf-8": string;
                };
            };
            304: components["responses"]["NotModified"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
        };
    };
    getClientPackage: {
        responses: {
            /** @description The file. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/gzip": string;
                };
            };
            304: components["responses"]["NotModified"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
        };
    };
    getGuide: {
        responses: {
            /** @description The list. */
            200: getGuide200;
            304: components["responses"]["NotModified"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
        };
    };
    getGuideFile: {
        parameters: {
            path: {
                /** @description Must be the name of a document in /llms.txt. */
                file: string;
            };
        };
        responses: {
            /** @description The document. */
            200: getGuide200;
            304: components["responses"]["NotModified"];
            400: components["responses"]["INVALID_PARAMS"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
        };
    };
    getOpenapi: {
        responses: {
            /** @description An OpenAPI 3.1 document in YAML. */
            200: {
                headers: BlockHeaders & {
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/yaml": string;
                    "application/json; charset=utf-8": {
                        [key: string]: unknown;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
        };
    };
    getOpenapiJson: {
        responses: {
            /** @description An OpenAPI 3.1 document. */
            200: getAsyncapi200;
            304: components["responses"]["NotModified"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["SERVER_ERROR"];
        };
    };
}
type getProtocolConfig500 = {
    headers: BlockHeaders & {
        "Retry-After": components["headers"]["Retry-After"];
        /**
         * @description The failure, in more detail than its cause:
         *     - `MISSING_CONFIG`: the configuration of the service is missing, incomplete or invalid; only its operator can change that
         *     - `SERVER_ERROR`: an unexpected failure; give the operator the `X-Request-ID`
         */
        "X-Error-Code"?: "MISSING_CONFIG" | "SERVER_ERROR";
    };
    content: {
        "application/json; charset=utf-8": {
            /**
             * @description Cause of the error, for programs.
             * @constant
             */
            cause?: "SERVER_ERROR";
        } & components["schemas"]["Error"];
    };
};
type buildOrder400 = {
    headers: BlockHeaders & {
        "Retry-After": components["headers"]["Retry-After"];
        /**
         * @description The failure, in more detail than its cause:
         *     - `INVALID_REQUEST`: a field of the request is invalid; the message names it
         *     - `QUOTE_BELOW_MIN_OUTPUT`: the current price gives less than `minOutput`, and `rest` is not true
         */
        "X-Error-Code"?: "INVALID_REQUEST" | "QUOTE_BELOW_MIN_OUTPUT";
    };
    content: {
        "application/json; charset=utf-8": {
            /**
             * @description Cause of the error, for programs.
             * @constant
             */
            cause?: "INVALID_PARAMS";
        } & components["schemas"]["Error"];
    };
};
type buildOrder503 = {
    headers: BlockHeaders & {
        "Retry-After": components["headers"]["Retry-After"];
        /**
         * @description The failure, in more detail than its cause:
         *     - `STALE_PRICE`: the newest block of the service is too old for a price; `Retry-After` has the seconds to wait
         *     - `SERVICE_UNAVAILABLE`: the code equals the cause
         */
        "X-Error-Code"?: "STALE_PRICE" | "SERVICE_UNAVAILABLE";
    };
    content: {
        "application/json; charset=utf-8": {
            /**
             * @description Cause of the error, for programs.
             * @constant
             */
            cause?: "SERVICE_UNAVAILABLE";
        } & components["schemas"]["Error"];
    };
};
type buildCancel400 = {
    headers: BlockHeaders & {
        "Retry-After": components["headers"]["Retry-After"];
        /**
         * @description The failure, in more detail than its cause:
         *     - `INVALID_REQUEST`: a field of the request is invalid; the message names it
         */
        "X-Error-Code"?: "INVALID_REQUEST";
    };
    content: {
        "application/json; charset=utf-8": {
            /**
             * @description Cause of the error, for programs.
             * @constant
             */
            cause?: "INVALID_PARAMS";
        } & components["schemas"]["Error"];
    };
};
type signAndSubmitTransaction200 = {
    headers: BlockHeaders;
    content: {
        "application/json; charset=utf-8": components["schemas"]["Submitted"];
    };
};
type signAndSubmitTransaction500 = {
    headers: BlockHeaders & {
        "Retry-After": components["headers"]["Retry-After"];
        /**
         * @description The failure, in more detail than its cause:
         *     - `ALREADY_SPENT`: an output is already spent; the ledger will never accept a transaction that spends it
         *     - `MISSING_SIGNATURE`: a signature is missing; the message has the hash of each key that must sign
         *     - `NODE_AWAY`: the node of the service does not answer; `Retry-After` has the seconds to wait
         *     - `REFUSED`: the ledger refuses the transaction; the message has the reason
         *     - `UNREADABLE`: the transaction or the witness cannot be read
         *     - `WRONG_SIGNATURE`: the witness belongs to another transaction or has no signature
         *     - `SERVER_ERROR`: an unexpected failure; give the operator the `X-Request-ID`
         */
        "X-Error-Code"?: "ALREADY_SPENT" | "MISSING_SIGNATURE" | "NODE_AWAY" | "REFUSED" | "UNREADABLE" | "WRONG_SIGNATURE" | "SERVER_ERROR";
    };
    content: {
        "application/json; charset=utf-8": {
            /**
             * @description Cause of the error, for programs.
             * @constant
             */
            cause?: "SERVER_ERROR";
        } & components["schemas"]["Error"];
    };
};
type getAsyncapi200 = {
    headers: BlockHeaders & {
        ETag: components["headers"]["ETag"];
    };
    content: {
        "application/json; charset=utf-8": {
            [key: string]: unknown;
        };
    };
};
type getKing200 = {
    headers: BlockHeaders & {
        ETag: components["headers"]["ETag"];
    };
    content: {
        "application/json; charset=utf-8": components["schemas"]["LiquidityPoolInfo"] | null;
    };
};
type getFollowing200 = {
    headers: BlockHeaders;
    content: {
        "application/json; charset=utf-8": components["schemas"]["PoolPage"];
    };
};
type getAssetOrders200 = {
    headers: BlockHeaders;
    content: {
        "application/json; charset=utf-8": components["schemas"]["Orders"];
    };
};
type getVestingsByRedeemer200 = {
    headers: BlockHeaders;
    content: {
        "application/json; charset=utf-8": {
            /** @description Unspent vestings, including expired ones, sorted by `lockUntil` and then by `id` (with its index as a number). At most 10,000 are returned. */
            vestings: components["schemas"]["Vesting"][];
        };
    };
};
type buildLock200 = {
    headers: BlockHeaders;
    content: {
        "application/json; charset=utf-8": components["schemas"]["LockBuild"];
    };
};
type getPage200 = {
    headers: BlockHeaders & {
        ETag: components["headers"]["ETag"];
    };
    content: {
        "text/html; charset=utf-8": string;
    };
};
type getPageFile200 = {
    headers: BlockHeaders & {
        ETag: components["headers"]["ETag"];
    };
    content: {
        "*/*": string;
    };
};
type getTokenPage200 = {
    headers: BlockHeaders;
    content: {
        "text/html; charset=utf-8": string;
    };
};
type getUdfConfig429 = {
    headers: BlockHeaders & {
        "Retry-After": components["headers"]["Retry-After"];
        "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
        "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
        "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
        /**
         * @description The failure, in more detail than its cause:
         *     - `RATE_LIMITED`: the code equals the cause
         */
        "X-Error-Code"?: "RATE_LIMITED";
    };
    content: {
        "application/json; charset=utf-8": {
            /**
             * @description The request failed.
             * @constant
             */
            s: "error";
            /**
             * @description The reason; `unknown_symbol` if no token has the symbol.
             * @example unknown_symbol
             */
            errmsg: string;
        };
    };
};
type getUdfConfig500 = {
    headers: BlockHeaders & {
        /**
         * @description The failure, in more detail than its cause:
         *     - `SERVER_ERROR`: an unexpected failure; give the operator the `X-Request-ID`
         */
        "X-Error-Code"?: "SERVER_ERROR";
    };
    content: {
        "application/json; charset=utf-8": {
            /**
             * @description The request failed.
             * @constant
             */
            s: "error";
            /**
             * @description The reason; `unknown_symbol` if no token has the symbol.
             * @example unknown_symbol
             */
            errmsg: string;
        };
    };
};
type getUdfSymbol400 = {
    headers: BlockHeaders & {
        /**
         * @description The failure, in more detail than its cause:
         *     - `INVALID_REQUEST`: a field of the request is invalid; the message names it
         */
        "X-Error-Code"?: "INVALID_REQUEST";
    };
    content: {
        "application/json; charset=utf-8": {
            /**
             * @description The request failed.
             * @constant
             */
            s: "error";
            /**
             * @description The reason; `unknown_symbol` if no token has the symbol.
             * @example unknown_symbol
             */
            errmsg: string;
        };
    };
};
type getUdfSymbol503 = {
    headers: BlockHeaders & {
        "Retry-After": components["headers"]["Retry-After"];
        /**
         * @description The failure, in more detail than its cause:
         *     - `SERVICE_UNAVAILABLE`: the code equals the cause
         */
        "X-Error-Code"?: "SERVICE_UNAVAILABLE";
    };
    content: {
        "application/json; charset=utf-8": {
            /**
             * @description The request failed.
             * @constant
             */
            s: "error";
            /**
             * @description The reason; `unknown_symbol` if no token has the symbol.
             * @example unknown_symbol
             */
            errmsg: string;
        };
    };
};
type getTokenMetadata200 = {
    headers: BlockHeaders & {
        ETag: components["headers"]["ETag"];
        /** @description The name of the file: `{subject}.json`. */
        "Content-Disposition"?: string;
    };
    content: {
        "application/json; charset=utf-8": components["schemas"]["TokenMetadata"];
    };
};
type getReadiness200 = {
    headers: BlockHeaders;
    content: {
        "application/json; charset=utf-8": {
            /**
             * @description `unavailable`: not ready for traffic. `degraded`: ready, but `config` or `builder` says what does not work.
             * @enum {string}
             */
            status: "ok" | "degraded" | "unavailable";
            /** @description State of each part: "ok" or the problem. */
            checks: {
                /**
                 * @description Whether the read models can be read. "ok" or the problem.
                 * @example ok
                 */
                db: string;
                /**
                 * @description Whether the models are at the node's tip and the tip is recent. "ok" or the problem.
                 * @example ok
                 */
                node: string;
                /**
                 * @description Whether config documents, scripts and keys are complete. "ok" or the problem.
                 * @example ok
                 */
                config: string;
                /**
                 * @description Present while the transaction builder does not respond: one job keeps it busy.
                 * @example no response for 6 s
                 */
                builder?: string;
            };
        };
    };
};
type getGuide200 = {
    headers: BlockHeaders & {
        ETag: components["headers"]["ETag"];
    };
    content: {
        "text/markdown; charset=utf-8": string;
    };
};
