// The reference for our answers: Fastify without hooks or plugins, in a process of its own. `startBareServer`
// (child.ts) starts it and sends the answer to return.
import { once } from 'node:events';
import Fastify from 'fastify';
import { Pool } from 'pg';
import { bareServerTask } from './tasks.ts';

const [message] = await once(process, 'message');
const { connection, statements, body } = bareServerTask.parse(message);
const pool = new Pool(connection);
const app = Fastify();

/** The framework alone: the same bytes, from memory. */
app.get('/memory', (_request, reply) => {
  void reply.type('application/json; charset=utf-8').send(body);
});

/** The framework and the database: the same statements, their rows as JSON. */
app.get('/sql', async () => {
  const results = [];
  for (const { sql, parameters } of statements) results.push(await pool.query(sql, parameters));
  return results.map(({ rows }) => rows);
});

process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
