import type { TRPCDefaultErrorShape, TRPCError } from '@trpc/server'
import { z } from 'zod'
import { AppError } from '#server/errors.ts'
import { sentenceFor } from '#server/http/error-body.ts'
import type { AuthReason } from '#shared/account.ts'
import type { StaleSave } from '#shared/estimate-work.ts'

type ErrorData = {
  code: TRPCError['code']
  httpStatus: number
  /** What is wrong with each field of the input. */
  fieldErrors?: Readonly<Record<string, readonly string[]>>
  /** Which case of the code it is, where the page acts on it. */
  reason?: AuthReason
  /** Of a save that was refused because of a newer version: what has changed since, and how it stands now. */
  stale?: StaleSave
  /** Finds the fault in the log. */
  requestId?: string
}

/** What callers see of an error: our own words for our own errors, one sentence for each kind of the others. */
export type ErrorShape = Pick<TRPCDefaultErrorShape, 'code' | 'message'> & { data: ErrorData }

/**
 * Makes the answer for an error. Messages of errors that are not ours may quote queries, paths and input, so they never
 * get out.
 *
 * @param requestId of the request that failed, unless it failed before it had one
 */
export function errorShape(shape: TRPCDefaultErrorShape, error: TRPCError, requestId: string | undefined): ErrorShape {
  const data: ErrorData = { code: error.code, httpStatus: shape.data.httpStatus }
  if (error.cause instanceof AppError) {
    const { message, reason, fieldErrors, stale } = error.cause
    return {
      code: shape.code,
      message,
      data: {
        ...data,
        ...(reason ? { reason } : {}),
        ...(fieldErrors ? { fieldErrors } : {}),
        ...(stale ? { stale } : {}),
      },
    }
  }
  if (error.code === 'BAD_REQUEST' && error.cause instanceof z.core.$ZodError)
    return { code: shape.code, ...inputProblems(error.cause, data) }
  if (error.code === 'INTERNAL_SERVER_ERROR' && requestId) data.requestId = requestId
  return { code: shape.code, message: sentenceFor(error.code), data }
}

function inputProblems({ issues }: z.core.$ZodError, data: ErrorData): Pick<ErrorShape, 'message' | 'data'> {
  const fieldErrors = new Map<string, string[]>()
  const add = (field: PropertyKey, message: string) => {
    const name = String(field)
    fieldErrors.set(name, [...(fieldErrors.get(name) ?? []), message])
  }
  for (const issue of issues) {
    const [field] = issue.path
    if (field !== undefined) add(field, issue.message)
    else if (issue.code === 'unrecognized_keys') for (const key of issue.keys) add(key, 'There is no such field.')
  }
  if (fieldErrors.size === 0) return { message: 'The request is not of the form that this address takes.', data }
  return {
    message: 'Please check the highlighted fields.',
    data: { ...data, fieldErrors: Object.fromEntries(fieldErrors) },
  }
}
