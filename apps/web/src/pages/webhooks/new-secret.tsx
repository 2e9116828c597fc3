import { Button } from "../../kit/ui/button.tsx";
import { ShownOnce } from "../../kit/copying/shown-once.tsx";
import { Snippets } from "../../kit/copying/snippets.tsx";
import { receiverSnippets } from "./receiver-snippets.ts";

/** Shows a secret that Knote made, this once, with receivers that know it. */
export function NewSecret({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  return (
    <div className="flex flex-col gap-4 p-4">
      <ShownOnce value={secret} note="The secret with which messages are signed. It is not shown again." />
      <Snippets heading="How your program can tell that a message is from Knote" snippets={receiverSnippets(secret)} />
      <div className="flex justify-end">
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
