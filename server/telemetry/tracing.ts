import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingHttpHeaders } from 'node:http'
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ConsoleSpanExporter,
  SimpleSpanProcessor,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import type { Logger } from 'pino'
import type { TracingConfig } from '#server/config.ts'
import { programVersion } from '#server/version.ts'
import type { Operation } from './observe.ts'

const serviceName = 'five-borough-builders'

export type RequestTrace = {
  /** Runs work as a part of the request. */
  run<Result>(work: () => Result): Result
  /** @param route a pattern, or undefined without a match; `procedures` are separated by commas */
  end(response: {
    readonly status: number
    readonly route?: string | undefined
    readonly procedures?: string | undefined
  }): void
}

/**
 * Spans of requests, database calls and emails, exported as the standard OTEL variables say. The SDK itself reads those for
 * the endpoint, headers, sampling and batches.
 */
export class Tracing {
  readonly #provider: BasicTracerProvider
  readonly #contexts = new AsyncLocalStorage<Context>()
  readonly #propagator = new W3CTraceContextPropagator()
  readonly #tracer

  constructor(processor: SpanProcessor) {
    const own = resourceFromAttributes({ 'service.name': serviceName, 'service.version': programVersion })
    const resource = own.merge(detectResources({ detectors: [envDetector] }))
    this.#provider = new BasicTracerProvider({ resource, spanProcessors: [processor] })
    this.#tracer = this.#provider.getTracer(serviceName, programVersion)
  }

  /** Continues the trace of a `traceparent` header. */
  startRequest(method: string, headers: IncomingHttpHeaders): RequestTrace {
    const parent = this.#propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
    const attributes = { 'http.request.method': method }
    const span = this.#tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent)
    const context = trace.setSpan(parent, span)
    return {
      run: (work) => this.#contexts.run(context, work),
      end({ status, route, procedures }) {
        if (route !== undefined) span.updateName(`${method} ${route}`).setAttribute('http.route', route)
        if (procedures !== undefined) span.setAttribute('rpc.method', procedures)
        span.setAttribute('http.response.status_code', status)
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
    }
  }

  /** @returns runs work as a part of the current request, from anywhere */
  captureContext(): <Result>(work: () => Result) => Result {
    const context = this.#contexts.getStore() ?? ROOT_CONTEXT
    return (work) => this.#contexts.run(context, work)
  }

  async observe<Result>(operation: Operation, work: () => Promise<Result>): Promise<Result> {
    const span = operation.kind === 'mail' ? this.#mailSpan(operation.messages) : this.#databaseSpan(operation.name)
    if (!span) return await work()
    try {
      return await this.#contexts.run(trace.setSpan(ROOT_CONTEXT, span), work)
    } catch (error) {
      // Messages may quote what a visitor typed.
      span.setStatus({ code: SpanStatusCode.ERROR })
      span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
      throw error
    } finally {
      span.end()
    }
  }

  /** Exports what is left. */
  async close(): Promise<void> {
    await this.#provider.shutdown()
  }

  /** Background work would fill the traces, so only what a request waits for has spans. */
  #databaseSpan(name: string): Span | undefined {
    const context = this.#contexts.getStore()
    if (!context || !trace.getSpan(context)?.isRecording()) return undefined
    return this.#tracer.startSpan(`database ${name}`, { kind: SpanKind.CLIENT }, context)
  }

  /** The requests that queued the messages ended before. */
  #mailSpan(messages: number): Span {
    const attributes = { 'messaging.batch.message_count': messages }
    return this.#tracer.startSpan('mail batch', { kind: SpanKind.CLIENT, attributes }, ROOT_CONTEXT)
  }
}

export async function openTracing({ exporter, protocol }: TracingConfig, log: Pick<Logger, 'warn'>): Promise<Tracing> {
  setGlobalErrorHandler((err) => log.warn({ err }, 'traces could not be exported'))
  if (exporter === 'console') return new Tracing(new SimpleSpanProcessor(new ConsoleSpanExporter()))
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto')
  return new Tracing(new BatchSpanProcessor(new OTLPTraceExporter()))
}
