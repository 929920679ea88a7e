"use strict";
// Requests that are made again if they fail.

/** Milliseconds before the next attempt, after this number of failed ones. */
const pause = (failed) => Math.min(8000, 400 * 2 ** failed) * (0.7 + Math.random() * 0.6);

/** A server that is being restarted, or one that cannot reach the table's own server, will answer later. */
const isPassing = (status) => status >= 502 && status <= 504;

/** The answer to a request that may be made twice: it is made until there is one, while it is `wanted`; else null. */
async function persist(address, request, wanted = () => true) {
  for (let failed = 0; wanted(); failed++) {
    try {
      const answer = await fetch(address, request);
      if (!isPassing(answer.status)) return answer;
    } catch { /* no connection */ }
    await new Promise((done) => setTimeout(done, pause(failed)));
  }
  return null;
}
