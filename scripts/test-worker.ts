import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { claimFile, readAssignment } from './test-queue.ts'

/**
 * Runs test files one after another in this process, each as a test that contains its tests: their imports are loaded
 * and compiled once, which costs more than most files themselves. Nothing else is shared: every file has its own
 * database and its own server.
 */
const [folder = ''] = process.argv.slice(2)
const { root, files, fileTimeoutMs } = readAssignment(folder)

for (const [place, file] of files.entries()) {
  if (!claimFile(folder, place)) continue
  process.env.TEST_FILE = file
  await test(file, { timeout: fileTimeoutMs }, () => import(pathToFileURL(join(root, file)).href))
}
