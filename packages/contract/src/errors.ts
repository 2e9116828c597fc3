import * as z from "zod";

export const FieldIssue = z
  .object({
    path: z
      .string()
      .meta({ description: "Dotted path, a query parameter's or header's name, or empty for the whole body." }),
    message: z.string(),
  })
  .meta({ id: "FieldIssue" });
export type FieldIssue = z.infer<typeof FieldIssue>;

export const ErrorBody = z
  .object({
    detail: z.string().meta({ description: "A sentence for people." }),
    issues: z.array(FieldIssue).optional().meta({ description: "On 422 only." }),
  })
  .meta({ id: "ErrorBody" });
export type ErrorBody = z.infer<typeof ErrorBody>;
