import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from '@sinclair/typebox'
import { route } from '../route/route.ts'
import { preferredRoute } from './preferred-route.ts'

const of = (contentType: string) =>
  route({
    path: '/x',
    operationId: 'x',
    summary: 'x',
    responses: { 200: { schema: Type.String(), contentType, description: 'x' } },
    handle: () => {
      throw new Error('only chosen')
    },
  })

test('the media type with the higher weight is chosen, of equal ones the one that is named more exactly, then the first', () => {
  const html = of('text/html; charset=utf-8')
  const json = { ...of('application/json'), other: html }
  for (const [accept, chosen] of [
    ['', 'json'],
    ['*/*', 'json'],
    ['application/json', 'json'],
    ['text/html', 'html'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'html'],
    ['text/html;q=0.5,application/json;q=0.6', 'json'],
    ['text/html,application/json', 'json'],
    ['text/html,*/*', 'html'],
    ['text/*,*/*', 'html'],
    ['text/*,application/json', 'json'],
    ['application/*,text/html', 'html'],
    ['text/html;q=0', 'json'],
    ['text/html;q=0,application/json;q=0', 'json'],
    ['image/png', 'json'],
  ] as const)
    assert.equal(preferredRoute(json, accept), chosen === 'html' ? html : json, accept)
  // A route without an alternative is chosen for every `Accept`.
  assert.equal(preferredRoute(html, 'application/json'), html)
})
