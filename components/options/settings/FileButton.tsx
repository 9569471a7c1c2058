import { useWords } from '../../i18n/context'

type Props = {
  /** what the file is for, for those who do not see what stands beside */
  readonly label: string
  readonly disabled: boolean
  readonly onFile: (file: File) => void
}

/** A button that lets the owner choose a file. */
export function FileButton({ label, disabled, onFile }: Props) {
  const { t } = useWords()
  return (
    <label className="btn file-button">
      {t.data.choose}
      <input
        type="file"
        accept="application/json,.json"
        aria-label={`${t.data.choose}: ${label}`}
        disabled={disabled}
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file !== undefined) onFile(file)
          // The same file can be chosen again.
          event.target.value = ''
        }}
      />
    </label>
  )
}
