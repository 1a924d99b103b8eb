export declare const isInstalled: (root: string, isForDevelopment: boolean) => boolean
export declare const needsDevelopment: (command: string | undefined) => boolean
