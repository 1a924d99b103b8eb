// The object store of PUBLISH_URL. Region, endpoint and keys come from the variables that AWS tools read.
import type { ObjectStoreOptions } from '../../../projections/copies/files/object-files.ts'
import { StartupError } from '../../../schema/errors.ts'

export type Env = Readonly<Record<string, string | undefined>>

/**
 * @param url `s3://<bucket>/<folder>`
 * @throws {StartupError} if a variable is missing or invalid
 */
export const objectStoreOf = (url: string, env: Env): ObjectStoreOptions => {
  const needed = (name: string): string => {
    const value = env[name]
    if (value === undefined || value === '') throw new StartupError(`PUBLISH_URL needs the variable ${name}`)
    return value
  }
  const [bucket = '', ...folders] = url
    .replace(/^s3:\/\//, '')
    .replace(/\/+$/, '')
    .split('/')
  const region = env.AWS_REGION || env.AWS_DEFAULT_REGION || 'us-east-1'
  const endpoint = env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL || `https://s3.${region}.amazonaws.com`
  if (!URL.canParse(endpoint) || !/^https?:/.test(endpoint))
    throw new StartupError('AWS_ENDPOINT_URL must be an http:// or https:// URL')
  return {
    url: [endpoint.replace(/\/+$/, ''), bucket, ...folders].join('/'),
    region,
    accessKeyId: needed('AWS_ACCESS_KEY_ID'),
    secretAccessKey: needed('AWS_SECRET_ACCESS_KEY'),
    sessionToken: env.AWS_SESSION_TOKEN || undefined,
  }
}
