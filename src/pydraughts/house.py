"""Rules that people play by at home, where they differ from the official ones."""

from __future__ import annotations

from dataclasses import InitVar, dataclass

__all__ = ["OFFICIAL", "HouseRules"]


@dataclass(frozen=True, kw_only=True)
class HouseRules:
    """What is agreed on before a game; without arguments, the official rules. A `Game` obeys them.

    Parameters
    ----------
    optional_jumping : bool, default False
        Whether nobody has to jump, nor to go on jumping: a chain may stop on any square.
    jump_after_crowning : bool, default False
        Whether a man that is crowned by a jump jumps on as a king, in the same turn.
    kings_capture_first : bool, default False
        Whether men may not jump while a king can.
    huffing : bool, default False
        Whether jumps may be missed, or left unfinished, at a risk: before moving, the opponent may take a
        piece off that should have jumped (`Game.huff`), make the player jump (`Game.demand_jump`), or let
        it stand. With it, it makes no difference whether jumping is optional.
    giveaway : bool, default False
        Whether the first player without pieces, or without a move, wins.
    cautions : bool, default False
        Whether illegal moves are made on the board and left for the opponent to notice
        (`Game.challenge`). The first one is cautioned and taken back, the second loses the game; an
        illegal move stands once the opponent has moved. So the World Checkers/Draughts Federation.
    flying_kings, men_jump_backward : bool, default False
        Refused: they are not rules of this game.

    Raises
    ------
    ValueError
        If it is another game.
    TypeError
        If a rule is neither on nor off.

    Examples
    --------
    >>> HouseRules() == OFFICIAL
    True
    >>> print(HouseRules(huffing=True, giveaway=True))
    huffing, giveaway
    >>> HouseRules(flying_kings=True)
    Traceback (most recent call last):
        ...
    ValueError: flying kings make it Russian draughts: another game, not a house rule of English draughts
    """

    optional_jumping: bool = False
    jump_after_crowning: bool = False
    kings_capture_first: bool = False
    huffing: bool = False
    giveaway: bool = False
    cautions: bool = False
    flying_kings: InitVar[bool] = False
    men_jump_backward: InitVar[bool] = False

    def __post_init__(self, flying_kings: bool, men_jump_backward: bool) -> None:
        foreign = {"flying kings": flying_kings, "men that jump backward": men_jump_backward}
        named = " and ".join(name for name, wanted in foreign.items() if wanted)
        if named:
            raise ValueError(
                f"{named} make it Russian draughts: another game, not a house rule of English draughts"
            )
        for name, is_on in vars(self).items():
            if not isinstance(is_on, bool):
                raise TypeError(f"{name} must be True or False, not {is_on!r}")

    def __str__(self) -> str:
        names = [name.replace("_", " ") for name, is_on in vars(self).items() if is_on]
        return ", ".join(names) or "official rules"

    def refuse(self, form: str) -> None:
        """Refuse house rules, for a form that cannot tell of them.

        Parameters
        ----------
        form : str
            Its name, for the message.

        Raises
        ------
        ValueError
            If there is any house rule.

        Examples
        --------
        >>> OFFICIAL.refuse("PDN")
        >>> HouseRules(giveaway=True).refuse("PDN")
        Traceback (most recent call last):
            ...
        ValueError: PDN holds games by the official rules only, not with house rules: giveaway
        """
        if self != OFFICIAL:
            raise ValueError(f"{form} holds games by the official rules only, not with house rules: {self}")

    @property
    def changes_moves(self) -> bool:
        """Whether the moves are other ones than those of `Position.legal_moves`."""
        return self.may_miss_jumps or self.jump_after_crowning or self.kings_capture_first

    @property
    def may_miss_jumps(self) -> bool:
        """Whether a player need not jump."""
        return self.optional_jumping or self.huffing


OFFICIAL = HouseRules()
"""The rules without any house rule."""
