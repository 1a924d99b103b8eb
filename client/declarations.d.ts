// Generated from the client's modules; do not edit. Renew it with
//   RENEW_CLIENT=1 npm test -- client/client.int
declare class FeedClient {
    #private;
    /**
     * Connects with the first subscription.
     * @param baseUrl URL of the service, for example `https://api.example.com`
     * @throws {Error} if there is no WebSocket implementation
     */
    constructor(baseUrl: string, options?: FeedOptions);
    /**
     * Subscribes, also again after every lost connection. Every hundred subscriptions share a connection.
     * @param data null if the topic takes no data
     * @returns a function that ends the subscription
     */
    subscribe<T extends Topic, Initial = unknown>(topic: T, data: SubscriptionData<T>, handlers: FeedHandlers<T, Initial>): () => void;
    /**
     * Ends the current wait and connects, or asks the service whether it is still there. Call this when the network is back, or when the
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
type Status = paths['/status']['get']['responses'][200]['content']['application/json; charset=utf-8'];
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
    /** A pool whose launch was rolled back; in a list, also a pool that no longer trades. */
    readonly PoolRemoved: {
        readonly id: string;
        readonly asset: string;
    };
    /** An order that is no longer in a block or in the mempool. */
    readonly OrderRemoved: Pick<ApiOrder, 'entityId' | 'asset' | 'pkh'>;
    /** Start of the first rolled-back bar of a pair, Unix seconds. Frames with the current bars follow. */
    readonly BarRemoved: SubscriptionData<'LastBar'> & {
        readonly from: number;
    };
}
/** A topic that is not listed above sends pools. */
type FeedData<T extends Topic> = T extends keyof DataOf ? DataOf[T] : LiquidityPoolInfo;
/** Identifies the item to remove from a topic's state; null if the topic has only one item. */
type RemovedData<T extends Topic> = T extends keyof RemovalOf ? RemovedOf[RemovalOf[T]] : null;
/** The subscriber is told each change. */
type FeedState = 
/** The initial state was applied, and frames report each change. */
{
    readonly state: 'subscribed';
}
/**
 * The state is out of date: the connection is lost, the state could not be fetched, or a function of the subscriber failed. The client
 * tries again.
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
    /** Called with a removed item, for example after a fork; null if there is no king of the hill. */
    onRemoved?(data: RemovedData<T>): void;
    onState?(state: FeedState): void;
    /** Fetches the state that the frames change. */
    readonly initial?: {
        /**
         * Called after every acknowledgement. If the fetch fails or takes longer than `fetchTimeout` (by default 30 seconds), the client
         * subscribes again later.
         * @param signal aborted after `fetchTimeout`, and when the connection is lost
         */
        fetch(signal: AbortSignal): Promise<Initial>;
        /** The fetched state replaces all earlier data. Then the frames that have arrived follow. */
        apply(state: Initial): void;
    };
}
interface FeedOptions {
    /** WebSocket implementation; by default the global `WebSocket`. */
    readonly WebSocket?: FeedSocketConstructor;
    /** Path of the feed on the service. */
    readonly path?: string;
    /** Longest wait in ms before the second attempt. It doubles with each attempt. The actual wait is random, from half of it on. */
    readonly firstWait?: number;
    readonly longestWait?: number;
    /**
     * Time in ms without a message after which the client closes the connection. After half of this time it sends a ping, to which the
     * service replies.
     */
    readonly silence?: number;
    readonly messages?: MessageRate;
    /** Time limit in ms for fetching a state. */
    readonly fetchTimeout?: number;
}
interface SocketEvent {
    readonly type: string;
    /** Text of a message. */
    readonly data?: unknown;
    readonly code?: number;
    readonly reason?: string;
}
interface FeedSocket {
    addEventListener(type: 'open' | 'message' | 'close' | 'error', listener: (event: SocketEvent) => void): void;
    send(text: string): void;
    close(): void;
}
type FeedSocketConstructor = new (url: string) => FeedSocket;
interface BarRange extends Readonly<SubscriptionData<'LastBar'>> {
    /** Start of the oldest bar, Unix seconds. By default all bars, but at most the newest 5,000. */
    readonly from?: number;
}
/**
 * @param onBars receives all bars, oldest first, after each change; the array and its bars never change later
 * @returns a function that stops following
 */
declare const followBars: (client: LaunchpadClient, feed: Pick<FeedClient, 'subscribe'>, { pair, interval, from }: BarRange, onBars: (bars: readonly Bar[]) => void, onState?: FeedHandlers<'LastBar', unknown>['onState']) => (() => void);
/**
 * Fetches the state of a topic. Each function throws an Error if the request fails. Orders are the newest 100 and all open ones; for all
 * tokens, the newest 100.
 */
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
 * Creates a client of the service at `baseUrl`. Calls return `{ data, error, response }`. They do not throw for an error response: `error`
 * is its `{ cause, message }`.
 * @param baseUrl URL, for example `http://127.0.0.1:8080`
 */
declare const launchpadClient: (baseUrl: string, options?: Omit<ClientOptions, 'baseUrl'>) => LaunchpadClient;
interface MessageRate {
    /** Messages per second. */
    readonly rate: number;
    /** Messages in a burst. */
    readonly burst: number;
}
/** Builds a list with the order and length of the HTTP response; equal pools are sorted by id. */
declare const poolList: (list: PoolList, pools: Iterable<LiquidityPoolInfo>, length?: number) => LiquidityPoolInfo[];
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
/** Error response of the service. Its message is meant for people. */
declare class ServiceError extends Error {
    readonly name = "ServiceError";
    readonly status: number;
    /** Cause of the error; empty if a proxy responded instead of the service. */
    readonly cause: string;
    /** Distinguishes failures of one cause. The OpenAPI document lists the codes of each path. */
    readonly code: string | undefined;
    /** Seconds after which the same request may succeed, if known. */
    readonly retryAfter: number | undefined;
    constructor(status: number, cause: string, message: string, code: string | undefined, retryAfter: number | undefined);
}
/** @throws {ServiceError} if the response is an error */
declare const dataOf: <Data>({ data, error, response: { status, headers }, }: ReceivedResponse<Data>) => Data;
/**
 * Null if the value does not exist yet.
 * @throws {ServiceError}
 */
declare const foundOf: <Data>(received: ReceivedResponse<Data>) => Data | null;
/** Lower-case hexadecimal bytes, two digits per byte. */
type Hex = string;
/** `{policyId}.{hexAssetName}`, lower case, or `.` for ADA. */
type AssetId = string;
/** All resolutions that clients may request. */
declare const HISTORY_RESOLUTIONS: readonly ["min1", "min5", "hour1", "day1", "week1", "month1", "min15", "min30", "hour4"];
type HistoryResolution = (typeof HISTORY_RESOLUTIONS)[number];
/** The last five topics are extensions of the protocol. */
declare const TOPICS: readonly ['Latest', 'New', 'MCapDesc', 'CompletedCreateOn', 'CompletedMCap', 'KOTH', 'PoolFeed', 'LiveOrdersFeed', 'UserHistoryByAddress', 'UserHistoryByAddressAndAsset', 'Progress', 'LastBar', 'MCapBar', 'Status', 'LatestOrders'];
type Topic = (typeof TOPICS)[number];
interface OfAsset {
    readonly asset: AssetId;
    /** Payment keys whose orders are sent; null or an empty list for all. A pool has no owner, so the filter does not affect pools. */
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
    /** Bech32 address with a payment key. */
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
/** Null if the topic needs no data. */
type SubscriptionData<T extends Topic> = T extends keyof DataOfTopics ? DataOfTopics[T] : null;
/**
 * A removed item has its own event, because the data of the topic's event is always a complete item. A client that only knows the topic's
 * event ignores removals.
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
/** Reasons to refuse a client's message. */
declare const FEED_CAUSES: readonly ['INVALID_JSON', 'INVALID_PARAMS', 'UNKNOWN_MESSAGE_TYPE', 'UNKNOWN_TOPIC', 'DUPLICATE_REQUEST_ID', 'NOT_SUBSCRIBED', 'LIMIT_EXCEEDED', 'SERVER_ERROR'];
type FeedCause = (typeof FEED_CAUSES)[number];
/**
 * The lists of the main page. Pools on their curve: `Latest` by last change, `New` by launch, `MCapDesc` by market cap, `Progress` by the
 * collected share of the cap. Graduated pools: `CompletedCreateOn` by launch, `CompletedMCap` by market cap. The largest value comes first;
 * equal pools are sorted by pool id.
 */
declare const POOL_LISTS: readonly ['Latest', 'New', 'MCapDesc', 'Progress', 'CompletedCreateOn', 'CompletedMCap'];
type PoolList = (typeof POOL_LISTS)[number];
export { ApiOrder, Bar, BarRange, FeedClient, FeedData, FeedHandlers, FeedOptions, FeedState, LaunchpadClient, LiquidityPoolInfo, RemovedData, ServiceError, SubscriptionData, Topic, components, dataOf, followBars, foundOf, initialState, launchpadClient, paths, poolList };
