import type { TRPCDefaultErrorShape, TRPCError } from '@trpc/server'
import { z } from 'zod'
import { AppError } from '#server/errors.ts'
import { sentenceFor } from '#server/http/error-body.ts'
import type { AuthReason } from '#shared/account.ts'
import type { StaleSave } from '#shared/estimates/estimate-work.ts'

type ErrorData = {
  code: TRPCError['code']
  httpStatus: number
  fieldErrors?: Readonly<Record<string, readonly string[]>>
  reason?: AuthReason
  stale?: StaleSave
  requestId?: string
}

export type ErrorShape = Pick<TRPCDefaultErrorShape, 'code' | 'message'> & { data: ErrorData }

/** Other errors may quote queries, paths and input. */
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
  if (fieldErrors.size === 0) return { message: 'The input is not what this procedure expects.', data }
  return {
    message: 'Please check the highlighted fields.',
    data: { ...data, fieldErrors: Object.fromEntries(fieldErrors) },
  }
}
