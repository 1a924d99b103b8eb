// Entry of a thread of the service.
import { runThread } from './service-thread.ts'

void runThread()
