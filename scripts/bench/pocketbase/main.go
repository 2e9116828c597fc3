// PocketBase with one collection of notes that anybody can read and write, for the benchmark.
package main

import (
	"fmt"
	"log"
	"net"

	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

func main() {
	app := pocketbase.NewWithConfig(pocketbase.Config{HideStartBanner: true})
	app.OnServe().BindFunc(serveNotes)
	if err := app.Start(); err != nil {
		log.Fatal(err)
	}
}

func serveNotes(event *core.ServeEvent) error {
	if err := event.App.Save(notes()); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	event.Listener = listener
	// The installer would open a browser to ask for a first superuser.
	event.InstallerFunc = nil
	fmt.Printf("http://%s\n", listener.Addr())
	return event.Next()
}

func notes() *core.Collection {
	notes := core.NewBaseCollection("notes")
	notes.ListRule = types.Pointer("")
	notes.ViewRule = types.Pointer("")
	notes.CreateRule = types.Pointer("")
	notes.Fields.Add(
		&core.TextField{Name: "title", Required: true, Max: 300},
		&core.TextField{Name: "content", Required: true, Max: 50000},
		&core.TextField{Name: "note_type", Required: true},
		&core.JSONField{Name: "tags"},
		&core.AutodateField{Name: "created", OnCreate: true},
	)
	notes.AddIndex("notes_by_time", false, "created DESC, id DESC", "")
	return notes
}
