// Generated from the client's modules; do not edit. Renew it with
//   RENEW_CLIENT=1 npm test -- client

/** State of a subscription. The subscriber learns each change. */
type FeedState = 
/** The client's state is current: the initial state was applied, and a frame announces each change. */
{
    readonly state: 'subscribed';
}
/**
 * The connection is lost, the state could not be fetched, or a function of the subscriber failed, so the client's state is out of date.
 * The client tries again.
 */
 | {
    readonly state: 'lost';
    readonly reason: string;
}
/** The service refused the subscription. The client does not try again. */
 | {
    readonly state: 'refused';
    readonly cause: FeedCause;
    readonly message: string;
};
interface FeedHandlers<T extends Topic, Initial> {
    /** Applies the data of a frame, in order. */
    onData(data: FeedData<T>): void;
    /** Called with an item that was removed, for example by a fork; null if there is no king of the hill. */
    onRemoved?(data: RemovedData<T>): void;
    onState?(state: FeedState): void;
    /** Fetches the state to which the frames are applied. */
    readonly initial?: {
        /**
         * Called after every acknowledgement. If it fails or takes longer than 30 seconds, the client subscribes again later.
         * @param signal aborted then, and when the connection is lost
         */
        fetch(signal: AbortSignal): Promise<Initial>;
        /** Called with the fetched state, which replaces all earlier data. The frames that arrived meanwhile follow. */
        apply(state: Initial): void;
    };
}
interface FeedOptions {
    /** WebSocket implementation; by default the global one. */
    readonly WebSocket?: FeedSocketConstructor;
    /** Path of the feed on the service. */
    readonly path?: string;
    /** Wait in ms before a second attempt. It doubles with each attempt, and about half of it is random. */
    readonly firstWait?: number;
    readonly longestWait?: number;
    /**
     * Time in ms without a message of the service after which the client closes the connection. After half of it the client sends a ping,
     * which the service answers.
     */
    readonly silence?: number;
    readonly messages?: MessageRate;
    /** Time in ms within which a state must be fetched. */
    readonly fetchTimeout?: number;
}
declare class FeedClient {
    #private;
    /**
     * Connects with the first subscription.
     * @param baseUrl URL of the service, for example `https://api.example.com`
     * @throws {Error} if there is no WebSocket implementation
     */
    constructor(baseUrl: string, options?: FeedOptions);
    /**
     * Subscribes, and subscribes again after every lost connection.
     * @param data null if the topic takes no data
     * @returns a function that ends the subscription
     */
    subscribe<T extends Topic, Initial = unknown>(topic: T, data: SubscriptionData<T>, handlers: FeedHandlers<T, Initial>): () => void;
    /**
     * Connects at once instead of after a wait, or asks the service whether it is still there. Call it when the network is back, or when the
     * process continues after a pause.
     */
    wake(): void;
    /** Ends the connection and all subscriptions. */
    close(): void;
}
type Schemas = components['schemas'];
type LiquidityPoolInfo = Schemas['LiquidityPoolInfo'];
type ApiOrder = Schemas['Order'];
type Bar = Schemas['Bar'];
type Status = operations['getStatus']['responses'][200]['content']['application/json; charset=utf-8'];
interface DataOf {
    readonly LatestOrders: ApiOrder;
    readonly LiveOrdersFeed: ApiOrder;
    readonly UserHistoryByAddress: ApiOrder;
    readonly UserHistoryByAddressAndAsset: ApiOrder;
    readonly LastBar: Bar & Pick<Schemas['MarketCapBar'], 'isRelevant'>;
    readonly MCapBar: Schemas['MarketCapBar'];
    readonly Status: Pick<Status, 'state' | 'problem' | 'node' | 'log' | 'models' | 'lag' | 'refolding'>;
}
interface RemovedOf {
    /** A pool whose launch was rolled back; in a list also a pool that no longer trades. */
    readonly PoolRemoved: {
        readonly id: string;
        readonly asset: string;
    };
    /** An order that is no longer in a block or in the mempool. */
    readonly OrderRemoved: Pick<ApiOrder, 'entityId' | 'asset' | 'pkh'>;
    /** Start of the first bar of a pair that was rolled back, Unix seconds; frames with the current bars follow. */
    readonly BarRemoved: SubscriptionData<'LastBar'> & {
        readonly from: number;
    };
}
/** Data of a topic's frames. A topic that is not listed above sends pools. */
type FeedData<T extends Topic> = T extends keyof DataOf ? DataOf[T] : LiquidityPoolInfo;
/** Data that identify the item to remove from a topic's state; null if the topic has only one item. */
type RemovedData<T extends Topic> = T extends keyof RemovalOf ? RemovedOf[RemovalOf[T]] : null;
interface SocketEvent {
    readonly type: string;
    /** Receives the text of a message. */
    readonly data?: unknown;
    /** Receives the code of a close. */
    readonly code?: number;
    readonly reason?: string;
}
interface FeedSocket {
    addEventListener(type: 'open' | 'message' | 'close' | 'error', listener: (event: SocketEvent) => void): void;
    send(text: string): void;
    close(): void;
}
type FeedSocketConstructor = new (url: string) => FeedSocket;
/** @throws {Error} if there is no global WebSocket, as on Node 20 */
declare const globalSocket: () => FeedSocketConstructor;
interface BarRange extends Readonly<SubscriptionData<'LastBar'>> {
    /** Start of the oldest bar, Unix seconds; by default all are followed, but at most the newest 5,000. */
    readonly from?: number;
}
/**
 * @param onBars receives all bars, oldest first, after each change; the array and its bars are not changed later
 * @returns a function that ends it
 */
declare const followBars: (client: LaunchpadClient, feed: Pick<FeedClient, 'subscribe'>, { pair, interval, from }: BarRange, onBars: (bars: readonly Bar[]) => void, onState?: FeedHandlers<'LastBar', unknown>['onState']) => (() => void);
/** Functions that request the state of a topic. Each throws an Error if the request fails. Only the newest 100 orders are requested. */
declare const initialState: {
    Latest: (client: LaunchpadClient) => Promise<LiquidityPoolInfo[]>;
    New: (client: LaunchpadClient) => Promise<LiquidityPoolInfo[]>;
    MCapDesc: (client: LaunchpadClient) => Promise<LiquidityPoolInfo[]>;
    Progress: (client: LaunchpadClient) => Promise<LiquidityPoolInfo[]>;
    CompletedCreateOn: (client: LaunchpadClient) => Promise<LiquidityPoolInfo[]>;
    CompletedMCap: (client: LaunchpadClient) => Promise<LiquidityPoolInfo[]>;
    KOTH: (client: LaunchpadClient) => Promise<LiquidityPoolInfo | null>;
    PoolFeed: (client: LaunchpadClient, { asset }: SubscriptionData<'PoolFeed'>) => Promise<LiquidityPoolInfo | null>;
    LiveOrdersFeed: (client: LaunchpadClient, { asset, pkhFilter }: SubscriptionData<'LiveOrdersFeed'>) => Promise<ApiOrder[]>;
    LatestOrders: (client: LaunchpadClient) => Promise<ApiOrder[]>;
    UserHistoryByAddress: (client: LaunchpadClient, { address }: SubscriptionData<'UserHistoryByAddress'>) => Promise<ApiOrder[]>;
    UserHistoryByAddressAndAsset: (client: LaunchpadClient, { address, asset }: SubscriptionData<'UserHistoryByAddressAndAsset'>) => Promise<ApiOrder[]>;
    LastBar: (client: LaunchpadClient, { pair, interval: resolution }: SubscriptionData<'LastBar'>) => Promise<FeedData<'LastBar'> | null>;
    MCapBar: (client: LaunchpadClient, { pair, interval: resolution }: SubscriptionData<'MCapBar'>) => Promise<FeedData<'MCapBar'> | null>;
    Status: (client: LaunchpadClient) => Promise<FeedData<'Status'>>;
};
type LaunchpadClient = Client<paths>;
/**
 * Creates a client of the service at `baseUrl`. Calls return `{ data, error, response }` and do not throw for an error answer: `error` is
 * its `{ cause, message }`.
 * @param baseUrl URL, for example `http://127.0.0.1:8080`
 */
declare const launchpadClient: (baseUrl: string, options?: Omit<ClientOptions, 'baseUrl'>) => LaunchpadClient;
interface MessageRate {
    /** Number of messages per second. */
    readonly rate: number;
    /** Number of messages in a burst. */
    readonly burst: number;
}
/** Limits below the service's default limits. */
declare const MESSAGE_RATE: MessageRate;
declare class Outbox {
    #private;
    constructor(send: (text: string) => void, { rate, burst }?: MessageRate);
    put(message: object): void;
    close(): void;
}
/** @throws {Error} if the address is not bech32 or has no payment key */
declare const paymentKeyOf: (address: string) => string;
/** A pool's place in a list. The request for a list after this place gives the pools that follow. */
declare const placeIn: (list: PoolList, pool: LiquidityPoolInfo) => ListPlace;
/** Builds a list of the main page from a client's pools: sorted like the response over HTTP, equal pools by id, and of the same length. */
declare const poolList: (list: PoolList, pools: Iterable<LiquidityPoolInfo>, length?: number) => LiquidityPoolInfo[];
/** The list up to a place, for a client that has all pools up to this place; all its pools without one. */
declare const poolsUpTo: (list: PoolList, pools: Iterable<LiquidityPoolInfo>, end: ListPlace | undefined) => LiquidityPoolInfo[];
interface ReceivedResponse<Data> {
    readonly data?: Data;
    readonly error?: unknown;
    readonly response: {
        readonly status: number;
        readonly headers: {
            get(name: string): string | null;
        };
    };
}
/** Error answer of the service; its message is meant for people. */
declare class ServiceError extends Error {
    readonly name = "ServiceError";
    readonly status: number;
    /** Cause of the error, from `schema/errors.ts`; empty when a proxy answered instead of the service. */
    readonly cause: string;
    /** Code of the failure: it distinguishes failures of one cause. The OpenAPI document lists the codes of each path. */
    readonly code: string | undefined;
    /** Seconds after which the same request may succeed, if known. */
    readonly retryAfter: number | undefined;
    constructor(status: number, cause: string, message: string, code: string | undefined, retryAfter: number | undefined);
}
/** @throws {ServiceError} if the response is an error */
declare const dataOf: <Data>({ data, error, response: { status, headers }, }: ReceivedResponse<Data>) => Data;
/** Returns null while the value does not exist yet. @throws {ServiceError} */
declare const foundOf: <Data>(answer: ReceivedResponse<Data>) => Data | null;
interface Refusal {
    readonly cause: FeedCause;
    readonly message: string;
}
interface DataFrame {
    readonly requestId: string | null;
    readonly event: DataEvent;
    readonly data?: unknown;
}
type ServerFrame = DataFrame | {
    readonly requestId: string | null;
    readonly event: 'Error';
    readonly data: Refusal;
} | {
    readonly requestId: string | null;
    readonly event: 'Ping';
} | {
    readonly requestId: string | null;
    readonly event: 'SubscriptionSucceeded';
} | {
    readonly requestId: string | null;
    readonly event: 'UnsubscriptionSucceeded';
};
/** @throws {Error} if the text is no frame */
declare const frameOf: (text: string) => ServerFrame;
/** Lower-case hexadecimal bytes, two digits for each byte. */
type Hex = string;
/** `{policyId}.{hexAssetName}`, lower case, or `.` for ADA. */
type AssetId = string;
/** The id of the native currency wherever an asset id is expected. */
declare const ADA = ".";
/** A block's place on the chain. */
interface Point {
    readonly slot: number;
    /** Block header hash, 32 bytes. */
    readonly id: Hex;
}
/** The end of a chain: its last block's point and height. */
interface Tip extends Point {
    readonly height: number;
}
/** Maximum number of blocks that a Cardano chain may roll back: k of the public networks. */
declare const SECURITY_PARAMETER = 2160;
/** A reference to a transaction output. */
interface OutputReference {
    /** Transaction id, 32 bytes. */
    readonly transaction: Hex;
    readonly index: number;
}
/** An amount of one native asset, in its smallest unit. Only the mint of a transaction has negative amounts. */
interface AssetAmount {
    readonly asset: AssetId;
    readonly quantity: bigint;
}
/** The networks of nodes. `devnet` is the project's own chain, with the rules of a testnet. */
declare const NETWORKS: readonly ['mainnet', 'preprod', 'preview', 'devnet'];
type Network = (typeof NETWORKS)[number];
/** Whether `text` is lower-case hex, of exactly `bytes` bytes if it is given. */
declare const isHex: (text: string, bytes?: number) => boolean;
/** The asset id of `policy` (56 hex digits) and `name` (0 to 64 hex digits); both empty is ADA, as in datums. */
declare const assetId: (policy: Hex, name: Hex) => AssetId;
/** The policy id of a native asset; empty for ADA. */
declare const policyOf: (asset: AssetId) => Hex;
/** The asset name in hex; empty for ADA. */
declare const assetNameOf: (asset: AssetId) => Hex;
/** `txId#index`, the usual written form of an output reference. */
declare const formatOutputReference: (reference: OutputReference) => string;
/** The ledger's order of references, by transaction id and then by index; for `sort`. */
declare const byReference: (a: OutputReference, b: OutputReference) => number;
/** `slot.id`, the form of START_POINT and of log lines. */
declare const formatPoint: (point: Point | 'origin') => string;
/**
 * Reads `slot.id` or `origin`.
 * @throws {Error} that states the expected form
 */
declare const parsePoint: (text: string) => Point | 'origin';
/** Height of a node's tip; 0 at the origin and while it is unknown. */
declare const heightOf: (tip: Tip | 'origin' | null | undefined) => number;
/** `numerator / denominator`; the denominator is positive, the fraction need not be reduced. */
interface Ratio {
    readonly numerator: bigint;
    readonly denominator: bigint;
}
/** `ceil(numerator / denominator)`; the denominator must be positive, the numerator may be negative. */
declare const ceilDiv: (numerator: bigint, denominator: bigint) => bigint;
/** `floor(numerator / denominator)`; the denominator must be positive, the numerator may be negative. */
declare const floorDiv: (numerator: bigint, denominator: bigint) => bigint;
/** The greatest common divisor, never negative. */
declare const gcd: (a: bigint, b: bigint) => bigint;
/** Negative, zero or positive as `a` is less than, equal to or greater than `b`. */
declare const compareRatios: (a: Ratio, b: Ratio) => number;
/**
 * `1 / ratio`.
 * @throws {RangeError} when the ratio is zero.
 */
declare const invertRatio: ({ numerator, denominator }: Ratio) => Ratio;
/** Reduces a fraction to lowest terms; zero becomes 0/1. */
declare const reduceRatio: ({ numerator, denominator }: Ratio) => Ratio;
/** The fraction as exact text: `numerator/denominator`, not reduced. */
declare const formatRatio: ({ numerator, denominator }: Ratio) => string;
/** Reads the text of `formatRatio`. */
declare const parseRatio: (text: string) => Ratio;
/** The nearest integer; halves go up, towards positive infinity. */
declare const roundHalfUp: ({ numerator, denominator }: Ratio) => bigint;
/**
 * Plain decimal text: at most `fractionDigits` digits after the point, rounded to nearest (halves away from zero), without
 * trailing zeros and never with an exponent: `2.567442145539`, `0.5`, `7`.
 */
declare const formatDecimal: ({ numerator, denominator }: Ratio, fractionDigits?: number) => string;
/** Writes a fraction with a fixed number of digits after the point, at least one: `2.50`. */
declare const formatFixed: (ratio: Ratio, fractionDigits: number) => string;
/** Times in ms. */
interface Waits {
    /** Longest wait after the first failure; doubled with each further one. */
    readonly first: number;
    readonly longest: number;
}
/**
 * Time in ms to wait before the next try: at least half of the wait, the rest random.
 * @param failures number of failed tries before the last one
 * @param random 0 to 1
 */
declare const backoff: (failures: number, { first, longest }: Waits, random: number) => number;
interface BucketRate {
    /** Time in ms after which one more request is allowed. */
    readonly interval: number;
    /** Maximum number of requests at once. */
    readonly burst: number;
}
/**
 * Takes requests from a bucket that is full again at `fullAt`; all times are in ms of one clock.
 * @returns the new time at which the bucket is full again, and the time in ms until it contains enough; 0 if it contains enough
 * now
 */
declare const takenFrom: (fullAt: number, now: number, { interval, burst }: BucketRate, amount?: number) => {
    readonly fullAt: number;
    readonly wait: number;
};
declare const RESOLUTIONS: readonly ['min1', 'min5', 'hour1', 'day1', 'week1', 'month1'];
type Resolution = (typeof RESOLUTIONS)[number];
/** Resolutions whose bars are combined from a number of stored bars, in addition to those of the interface. */
declare const COMBINED: {
    readonly min15: {
        readonly of: 'min5';
        readonly parts: 3;
    };
    readonly min30: {
        readonly of: 'min5';
        readonly parts: 6;
    };
    readonly hour4: {
        readonly of: 'hour1';
        readonly parts: 4;
    };
};
type CombinedResolution = keyof typeof COMBINED;
/** All resolutions that clients may ask for. */
declare const HISTORY_RESOLUTIONS: readonly ["min1", "min5", "hour1", "day1", "week1", "month1", "min15", "min30", "hour4"];
type HistoryResolution = (typeof HISTORY_RESOLUTIONS)[number];
declare const isCombined: (resolution: HistoryResolution) => resolution is CombinedResolution;
/** Length of a combined bar in seconds; bars start at multiples of it. */
declare const combinedSeconds: (resolution: CombinedResolution) => number;
/** Length of a resolution's buckets in seconds; undefined for months, which differ. */
declare const secondsOf: (resolution: Resolution) => number | undefined;
/** Start of the bucket that contains `time`; both Unix seconds. */
declare const bucketStart: (resolution: Resolution, time: number) => number;
/** Prices of a bar, in lovelace per token. */
interface BarPrices {
    readonly open: Ratio;
    readonly high: Ratio;
    readonly low: Ratio;
    readonly close: Ratio;
}
/**
 * A bar's JSON after its pair, with its fields in their published order.
 * @param time start of the bar, Unix seconds
 * @param volume volume in lovelace
 */
declare const barFragment: (time: number, prices: BarPrices, volume: bigint | string) => string;
/** Topics of subscriptions. The last five are extensions of the protocol. */
declare const TOPICS: readonly ['Latest', 'New', 'MCapDesc', 'CompletedCreateOn', 'CompletedMCap', 'KOTH', 'PoolFeed', 'LiveOrdersFeed', 'UserHistoryByAddress', 'UserHistoryByAddressAndAsset', 'Progress', 'LastBar', 'MCapBar', 'Status', 'LatestOrders'];
type Topic = (typeof TOPICS)[number];
interface OfAsset {
    readonly asset: AssetId;
    /** Payment keys whose orders are sent; null or an empty list for all. A pool has no owners, so the filter has no effect there. */
    readonly pkhFilter?: readonly Hex[] | null;
}
interface OfBars {
    readonly pair: {
        readonly base: AssetId;
        readonly quote: AssetId;
    };
    readonly interval: HistoryResolution;
}
interface DataOfTopics {
    readonly PoolFeed: OfAsset;
    readonly LiveOrdersFeed: OfAsset;
    /** bech32, with a payment key. */
    readonly UserHistoryByAddress: {
        readonly address: string;
    };
    readonly UserHistoryByAddressAndAsset: {
        readonly address: string;
        readonly asset: AssetId;
    };
    readonly LastBar: OfBars;
    readonly MCapBar: OfBars;
}
/** Data of a subscription to a topic; null if the topic needs none. */
type SubscriptionData<T extends Topic> = T extends keyof DataOfTopics ? DataOfTopics[T] : null;
/** The event of a topic's frames. */
declare const EVENT_OF: {
    readonly Latest: 'MainPage';
    readonly New: 'MainPage';
    readonly MCapDesc: 'MainPage';
    readonly CompletedCreateOn: 'MainPage';
    readonly CompletedMCap: 'MainPage';
    readonly KOTH: 'KOTH';
    readonly PoolFeed: 'PoolsFeed';
    readonly LiveOrdersFeed: 'LiveOrdersFeed';
    readonly UserHistoryByAddress: 'UserHistoryByAddress';
    readonly UserHistoryByAddressAndAsset: 'UserHistoryByAddressAndAsset';
    readonly Progress: 'MainPage';
    readonly LastBar: 'LastBarUpdate';
    readonly MCapBar: 'MCapBarUpdate';
    readonly Status: 'Status';
    readonly LatestOrders: 'LatestOrders';
};
type EventOf = typeof EVENT_OF;
/**
 * The event for a removed item. It differs from the topic's own event, whose data are always complete, so that a client that knows only the
 * topic's event ignores it.
 */
declare const REMOVAL_OF: {
    readonly Latest: 'PoolRemoved';
    readonly New: 'PoolRemoved';
    readonly MCapDesc: 'PoolRemoved';
    readonly CompletedCreateOn: 'PoolRemoved';
    readonly CompletedMCap: 'PoolRemoved';
    readonly PoolFeed: 'PoolRemoved';
    readonly LiveOrdersFeed: 'OrderRemoved';
    readonly UserHistoryByAddress: 'OrderRemoved';
    readonly UserHistoryByAddressAndAsset: 'OrderRemoved';
    readonly Progress: 'PoolRemoved';
    readonly LastBar: 'BarRemoved';
    readonly MCapBar: 'BarRemoved';
    readonly LatestOrders: 'OrderRemoved';
};
type RemovalOf = typeof REMOVAL_OF;
/** The event of a frame for a subscription. */
type DataEvent = EventOf[Topic] | RemovalOf[keyof RemovalOf];
/** Reasons to refuse a client's message. */
declare const FEED_CAUSES: readonly ['INVALID_JSON', 'INVALID_PARAMS', 'UNKNOWN_MESSAGE_TYPE', 'UNKNOWN_TOPIC', 'DUPLICATE_REQUEST_ID', 'NOT_SUBSCRIBED', 'LIMIT_EXCEEDED', 'SERVER_ERROR'];
type FeedCause = (typeof FEED_CAUSES)[number];
/** Codes with which the server closes a connection (RFC 6455; 4008 is our own). */
declare const CLOSE_CODES: {
    /** The server ends. */
    readonly shutdown: 1001;
    /** A binary frame. */
    readonly binary: 1003;
    /** Too many messages, or too many refused messages. */
    readonly policy: 1008;
    /** A message that is too long. */
    readonly tooBig: 1009;
    /** A bug of the server: a change cannot be sent. Connect again and fetch the state. */
    readonly failed: 1011;
    /** The client's state cannot be brought up to date: connect again and fetch the state. */
    readonly replaced: 1012;
    /** The client reads too slowly: connect again and fetch the state. */
    readonly slow: 1013;
    /** The client sent nothing for too long. */
    readonly silent: 4008;
};
/** Maximum number of pools in a list of the main page. */
declare const LIST_LENGTH = 60;
/**
 * The lists of the main page. Pools on their curve: `Latest` by their last change, `New` by their launch, `MCapDesc` by market cap,
 * `Progress` by the collected share of their cap. Graduated pools: `CompletedCreateOn` by their launch, `CompletedMCap` by market cap. The
 * largest comes first; of equal pools, the one with the smaller pool id.
 */
declare const POOL_LISTS: readonly ['Latest', 'New', 'MCapDesc', 'Progress', 'CompletedCreateOn', 'CompletedMCap'];
type PoolList = (typeof POOL_LISTS)[number];
/** A pool's place in a list: the value by which the list is sorted, and the pool's id. */
interface ListPlace {
    readonly value: number;
    readonly id: string;
}
/** The place before all pools. */
declare const LIST_START: ListPlace;
export { ApiOrder, Bar, BarRange, FeedClient, FeedData, FeedHandlers, FeedOptions, FeedState, LaunchpadClient, LiquidityPoolInfo, RemovedData, ServiceError, SubscriptionData, Topic, components, dataOf, followBars, foundOf, initialState, launchpadClient, paths, poolList };
