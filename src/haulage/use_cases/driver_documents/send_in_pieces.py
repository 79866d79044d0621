"""Send a document's file in pieces: what broke off goes on where it stopped, also after a new start."""

from io import BytesIO

import attrs

from haulage.driver_documents import (
    MOST_UNFINISHED,
    PIECE_OCTETS,
    DocumentRefused,
    DocumentUpload,
    DriverDocument,
    UploadGone,
    shown_file_name,
    with_piece,
)
from haulage.kernel.actor import Actor
from haulage.kernel.driver_document import DocumentType
from haulage.kernel.errors import Conflict, InvalidInput
from haulage.kernel.policy import Action, authorize
from haulage.ports.storage.driver_documents import piece_file
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.driver_documents.credential_document import CredentialDecided
from haulage.use_cases.driver_documents.delete_documents import delete_upload
from haulage.use_cases.driver_documents.hand_in_document import HandInDocument


@attrs.frozen
class FileToSend:
    """What a device says of the file that it sends, under its own id for it."""

    client_id: str
    type: DocumentType
    name: str
    octets: int
    credential_id: str | None = None

    @property
    def what(self) -> tuple[object, ...]:
        """Does not change between its pieces."""
        return self.type, self.octets, self.credential_id


@attrs.frozen
class UploadProgress:
    """How much of the file is here; *document* once it was handed in."""

    received: int
    document: DriverDocument | None = None


@attrs.frozen
class SendInPieces:
    """For applicants and drivers. Each piece is stored before it counts, so any process takes the next one;
    the last one hands the whole file in. A piece that comes again changes nothing."""

    hand_in: HandInDocument

    async def received(self, actor: Actor, client_id: str) -> UploadProgress:
        """Where to go on; 0 where there is nothing of it."""
        authorize(actor, Action.MANAGE_OWN_DOCUMENTS)

        async def query(unit: UnitOfWork) -> UploadProgress:
            document = await unit.driver_documents.by_client(actor.user_id or "", client_id)
            if document is not None and document.stored_at is not None:
                return UploadProgress(document.file.octets, document)
            upload = await unit.document_uploads.by_client(actor.user_id or "", client_id)
            return UploadProgress(0 if upload is None else upload.received)

        return await self.hand_in.storage.read(query)

    async def __call__(self, actor: Actor, file: FileToSend, offset: int, piece: bytes) -> UploadProgress:
        """Raises ``UploadGone`` for a later piece of a file of which nothing is here, ``InvalidInput`` for
        what is no piece of it, and what ``HandInDocument`` raises; what is refused is deleted."""
        await self.hand_in.require_room(actor, file.client_id)
        present = await self.received(actor, file.client_id)
        if present.document is not None:
            taken = present.document
            if (taken.type, present.received, taken.credential_id) != file.what:
                raise InvalidInput("client_id", "was used for another file")
            return present
        await self.hand_in.require_subject(actor, file.type, file.credential_id)
        upload = await self._begun(actor, file, offset)
        if upload.is_new(offset, len(piece)):
            upload = await self._taken(upload, offset, piece)
        if not upload.is_whole:
            return UploadProgress(upload.received)
        return UploadProgress(upload.octets, await self._handed_in(actor, upload))

    async def discard(self, actor: Actor, client_id: str) -> None:
        """Delete what was sent; nothing happens where nothing was."""
        authorize(actor, Action.MANAGE_OWN_DOCUMENTS)
        upload = await self._find(actor, client_id)
        if upload is not None:
            await self._delete(upload)

    async def _find(self, actor: Actor, client_id: str) -> DocumentUpload | None:
        user_id = actor.user_id or ""
        return await self.hand_in.storage.read(
            lambda unit: unit.document_uploads.by_client(user_id, client_id)
        )

    async def _begun(self, actor: Actor, file: FileToSend, offset: int) -> DocumentUpload:
        upload = await self._find(actor, file.client_id)
        if upload is None and offset > 0:
            raise UploadGone
        if upload is None:
            try:
                upload = await self._begin(actor, file)
            except Conflict:  # its first piece came twice at once
                upload = await self._find(actor, file.client_id)
        if upload is None:
            raise UploadGone
        if (upload.type, upload.octets, upload.credential_id) != file.what:
            raise InvalidInput("client_id", "was used for another file")
        return upload

    async def _begin(self, actor: Actor, file: FileToSend) -> DocumentUpload:
        """The oldest gives way where somebody has many of them."""
        now = self.hand_in.clock.now()
        begun = DocumentUpload(
            self.hand_in.identifiers.new("upl"),
            actor.user_id or "",
            file.client_id,
            file.type,
            shown_file_name(file.name),
            file.octets,
            now,
            file.credential_id,
        )

        async def work(unit: UnitOfWork) -> DocumentUpload:
            for old in (await unit.document_uploads.of_user(begun.user_id))[MOST_UNFINISHED - 1 :]:
                await delete_upload(unit, old, now)
            await unit.document_uploads.add(begun)
            return begun

        return await self.hand_in.storage.write(work)

    async def _taken(self, upload: DocumentUpload, offset: int, piece: bytes) -> DocumentUpload:
        """Of two that bring the same piece at once either may be counted."""
        await self.hand_in.files.put(piece_file(upload.id, offset // PIECE_OCTETS), piece)
        after = with_piece(upload, offset)
        try:
            return await self.hand_in.storage.write(lambda unit: unit.document_uploads.save(upload, after))
        except Conflict:
            user_id, client_id = upload.user_id, upload.client_id
            known = await self.hand_in.storage.read(
                lambda unit: unit.document_uploads.by_client(user_id, client_id)
            )
            if known is None or known.id != upload.id or known.received <= offset:
                raise
            return known

    async def _handed_in(self, actor: Actor, upload: DocumentUpload) -> DriverDocument:
        """What can never be taken is deleted at once; after a fault the last piece is sent again."""
        sent = await self._joined(upload)
        try:
            document = await self.hand_in(
                actor, upload.type, upload.client_id, upload.file_name, sent, upload.credential_id
            )
        except (DocumentRefused, CredentialDecided):
            await self._delete(upload)
            raise
        await self._delete(upload)
        return document

    async def _joined(self, upload: DocumentUpload) -> bytes:
        """Written one after the other, so that the file is not held twice."""
        whole = BytesIO()
        for number in range(upload.pieces):
            piece = await self.hand_in.files.get(piece_file(upload.id, number))
            if piece is None:
                await self._delete(upload)
                raise UploadGone
            whole.write(piece)
        return whole.getvalue()

    async def _delete(self, upload: DocumentUpload) -> None:
        now = self.hand_in.clock.now()
        await self.hand_in.storage.write(lambda unit: delete_upload(unit, upload, now))
