import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { temporaryDirectory } from '../../../tests/kit/temporary-directory.ts'
import { deleteModels, modelsFile, modelsFiles } from './models-files.ts'

test('a file that cannot be deleted now is a passing problem of the file', (t) => {
  const directory = temporaryDirectory(t)
  const file = modelsFile(directory, 1)
  mkdirSync(file.path)
  assert.throws(() => deleteModels(file), {
    name: 'StorageError',
    isPassing: true,
    outside: 'models-1.db cannot be deleted (ERR_FS_EISDIR): check the permissions of its directory',
  })
  rmSync(file.path, { recursive: true })
  writeFileSync(file.path, '')
  deleteModels(file)
  deleteModels(file)
  assert.deepEqual(modelsFiles(directory), [])
})
