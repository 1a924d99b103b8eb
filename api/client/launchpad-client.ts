// The type of the typed client, which files of the client name without loading it.
import type { Client } from 'openapi-fetch'
import type { paths } from './paths.ts'

/** A client whose paths, parameters, bodies and answers are checked against the OpenAPI document by the compiler. */
export type LaunchpadClient = Client<paths>
