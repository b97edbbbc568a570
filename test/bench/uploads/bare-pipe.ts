import { createReadStream, statSync } from 'node:fs'
import { request } from 'node:http'

// The smallest uploader: `bare-pipe.ts URL FILE…` pipes all files at once.

const [url = '', ...files] = process.argv.slice(2)

for (const file of files) {
  const headers = {
    'content-type': 'application/octet-stream',
    'content-length': statSync(file).size,
    'user-agent': 'fleetwall-bench/1',
  }
  const upload = request(url, { method: 'POST', agent: false, headers }, (response) => response.resume())
  createReadStream(file).pipe(upload)
}
