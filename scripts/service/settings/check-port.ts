// Refuses a port that is in use, before the service opens or writes anything.
import { listenProblem, type PortSetting } from '../../../api/http/listen-problem.ts'
import { StartupError } from '../../../schema/errors.ts'

/**
 * @param setting name of the port's setting
 * @throws {StartupError} if the port cannot be listened on
 */
export const checkPort = async (host: string, port: number, setting: PortSetting): Promise<void> => {
  const problem = await listenProblem(host, port, setting)
  if (problem !== undefined) throw new StartupError(problem)
}
