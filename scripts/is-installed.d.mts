export declare const isInstalled: (root: string) => boolean
