const LONGEST_CACHED = 20;
/** V8 copies slices up to this length; a longer slice keeps the whole string alive. */
const LONGEST_COPIED = 12;

/** Returns `analyze` with a cache of up to `most` words, for an analysis of one word that depends on nothing else. */
export function cachedByWord<Form>(analyze: (raw: string) => Form, most: number): (raw: string) => Form {
  const forms = new Map<string, Form>();
  return (raw) => {
    const cachedForm = forms.get(raw);
    if (cachedForm !== undefined) return cachedForm;
    if (forms.size >= most) forms.clear();
    if (raw.length > LONGEST_CACHED) return analyze(raw);
    const own = raw.length > LONGEST_COPIED ? raw.split("").join("") : raw;
    const form = analyze(own);
    forms.set(own, form);
    return form;
  };
}
