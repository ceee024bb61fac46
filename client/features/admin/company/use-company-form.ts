import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { api, type ReadCompany } from '#client/lib/api.ts'
import { errorCode } from '#client/lib/api-error.ts'
import { asFields } from '#client/lib/device-storage.ts'
import { withPhoneLink } from '#shared/company-draft.ts'
import { type Company, companySchema } from '#shared/company-schema.ts'
import { tabDraft } from '../layout/tab-drafts.ts'
import { companyErrors, isSame, mergeChanges } from './rooms.ts'

/** What the form began with. */
type Began = { readonly company: Company; readonly revision: number }

/** With every field, in one order: Mantine merges values into the former ones, and missing ones would stay. */
function allFields(company: Company): Company {
  const fields = Object.keys(companySchema.shape) as (keyof Company)[]
  return Object.fromEntries(fields.map((field) => [field, company[field]])) as Company
}

const toBegan = ({ draft, revision }: ReadCompany): Began => ({ company: allFields(draft), revision })

export type CompanyForm = ReturnType<typeof useCompanyForm>['form']

/** The form of the whole company. What is typed outlives the page in this tab. */
export function useCompanyForm(desk: ReadCompany) {
  const utils = api.useUtils()
  const [stored] = useState(() => tabDraft('company', 'draft'))
  const [savedInTab] = useState(() => readSavedInTab(stored.read()))
  const [began, setBegan] = useState(savedInTab?.began ?? toBegan(desk))
  // Lists have keys of their own, which other values must not get.
  const [round, setRound] = useState(0)
  const form = useForm<Company>({
    initialValues: savedInTab?.values ?? began.company,
    validate: companyErrors,
    transformValues: (values) => withPhoneLink(companySchema.parse(values)),
  })
  const { values, errors, setErrors, setValues } = form
  const isChanged = !isSame(values, began.company)
  const isBehind = desk.revision > began.revision
  const unsaved = useRef(isChanged)
  unsaved.current = isChanged

  useEffect(() => {
    stored.write(isChanged ? { began, values } : undefined)
  }, [stored, isChanged, began, values])

  // One field may be what was wrong with another, or with what it was a part of.
  const hasErrors = Object.keys(errors).length > 0
  useEffect(() => {
    if (!hasErrors) return
    const left = companyErrors(values)
    setErrors((shown) => Object.fromEntries(Object.entries(shown).filter(([path]) => path in left)))
  }, [values, hasErrors, setErrors])

  function show(next: Began, shown: Company = next.company): void {
    setBegan(next)
    setValues(allFields(shown))
    setErrors({})
    setRound((number) => number + 1)
  }

  const isOutdated = isBehind && !isChanged
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another draft of the server replaces the form's
  useEffect(() => {
    if (isOutdated) show(toBegan(desk))
  }, [isOutdated, desk])

  /** Rejects with the server's error. */
  async function save(company: Company): Promise<void> {
    const typed = form.getValues()
    try {
      const { revision } = await utils.client.company.save.mutate({ revision: began.revision, company })
      const draft = company as ReadCompany['draft']
      utils.company.read.setData(undefined, (old) => old && { ...old, draft, revision, isPublished: false })
      setBegan({ company: allFields(company), revision })
      if (isSame(form.getValues(), typed)) setValues(allFields(company))
      void utils.company.read.invalidate()
    } catch (failure) {
      if (errorCode(failure) !== 'CONFLICT') throw failure
      // The page then shows what the other person has changed.
      const { revision } = await utils.company.read.fetch(undefined, { staleTime: 0 })
      if (revision <= began.revision) throw failure
    }
  }

  return {
    form,
    round,
    isChanged,
    isUnsaved: () => unsaved.current,
    save,
    discard: () => show(toBegan(desk)),
    /** Set when somebody else has saved since this person began to type. */
    conflict: isBehind && isChanged ? { before: began.company, after: desk.draft } : undefined,
    keepMine: () => show(toBegan(desk), mergeChanges(began.company, values, desk.draft)),
  }
}

/** Another version of the program may have saved other fields. */
function readSavedInTab(fields: Record<string, unknown> | undefined): { began: Began; values: Company } | undefined {
  const { company, revision } = asFields(fields?.began) ?? {}
  const { data } = companySchema.safeParse(company)
  const values = asFields(fields?.values)
  if (!data || !values || typeof revision !== 'number') return undefined
  return { began: { company: allFields(data), revision }, values: allFields({ ...data, ...values }) }
}
