import { runThread } from './service-thread.ts'

void runThread()
